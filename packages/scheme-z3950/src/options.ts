import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { findSyntax } from "./record-syntax.ts";

const DECLARATIONS = {
  marc: {
    type: "choice",
    choices: ["raw", "text", "xml"],
    description:
      "get: how to return a MARC record: as bytes (ISO 2709), as text for people, or as MARCXML; default: raw if the URL names its record syntax, otherwise text",
    rule: "RFC 2220",
  },
  recordSyntaxes: {
    type: "list",
    default: ["usmarc", "unimarc", "xml", "sutrs", "grs-1"],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.length > 0 && names.every((name) => findSyntax(name) !== undefined) ? names : undefined,
    expected: "names or OIDs of record syntaxes" as string,
    description: "the record syntaxes to request one after the other, if the URL names none",
    rule: "RFC 2056 §4",
  },
  elementSetName: {
    type: "string",
    description: "the element set to request, if the URL names none; default: the server chooses",
    rule: "RFC 2056 §4",
  },
  database: {
    type: "string",
    default: "Default" as string,
    description: "the database to search, if the URL of a session names none",
    rule: "RFC 2056 §3",
  },
  searchUse: {
    type: "integer",
    min: 1,
    max: 65_535,
    default: 1016,
    description: "search: the Bib-1 Use attribute of the words: 1016 is any field, 4 a title, 1003 an author",
    rule: "ISO 23950, Bib-1",
  },
  maxRecords: {
    type: "integer",
    min: 1,
    default: 200,
    description: "list and search: maximum number of records; the last entry says how many more there are",
  },
  pageSize: {
    type: "integer",
    min: 1,
    max: 1000,
    default: 20,
    description: "records of one Present request",
    rule: "ISO 23950 §3.2.3",
  },
  user: {
    type: "string",
    description: "the user to log in as; the password is asked for",
    rule: "ISO 23950 §3.2.1.1",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    description: "allow a password without TLS",
  },
  tls: {
    type: "boolean",
    default: false,
    description: "use TLS from the first byte, which no z39.50 URL says",
  },
  maxApdu: {
    type: "bytes",
    // The first message is an Init response, with the names and versions of the server's program.
    min: 512,
    default: 16_777_216,
    description: "maximum bytes of one message (APDU) of the server",
  },
  maxElements: {
    type: "integer",
    min: 1,
    default: 20_000,
    description: "maximum number of BER elements in one message of the server",
  },
} as const;

/** The options of z39.50r and z39.50s. */
export const z3950Options: OptionSet<typeof DECLARATIONS> = defineOptions("z39.50", DECLARATIONS);

export type Z3950Options = OptionsInput<typeof z3950Options>;
export type Z3950Settings = ResolvedOptions<typeof z3950Options>;
