import type { OptionDescription } from "@anyurl/core";
import { DEFAULT_OPTIONS, type WaisOptions } from "./options.ts";

/** What the options of wais are. */
export const OPTIONS: Readonly<Record<keyof WaisOptions, OptionDescription>> = {
  maxDocuments: {
    type: "number",
    default: DEFAULT_OPTIONS.maxDocuments,
    summary: "the most documents that a search is to find, 1 to 10 000",
  },
  like: {
    type: "list",
    summary: "URLs of documents of the same server, like which others are to be found",
  },
  sources: {
    type: "boolean",
    default: DEFAULT_OPTIONS.sources,
    summary: "fetch the descriptions of databases that are listed, and list their databases, too",
  },
  spelling: {
    type: "text",
    values: ["fields", "octets"],
    default: DEFAULT_OPTIONS.spelling,
    summary: "how URLs of documents spell the document-id: with its length in front, or by octets alone",
  },
  highlighting: {
    type: "text",
    values: ["keep", "drop"],
    default: DEFAULT_OPTIONS.highlighting,
    summary: "of texts: octets as they are, or without the marks of words and paragraphs",
  },
  init: {
    type: "boolean",
    default: DEFAULT_OPTIONS.init,
    summary: "begin with an Init",
  },
  allowUnsafeNames: {
    type: "boolean",
    default: DEFAULT_OPTIONS.allowUnsafeNames,
    summary: 'send the name of a database that has "@", or ".." for a segment',
  },
};
