import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { splitFields } from "./document-id-fields.ts";
import { DEFAULT_PORT, splitPath, type WaisUrl } from "./syntax.ts";

const CITE = "RFC 4156 §2";
/** RFC 1630 has the fields; the length before them is a convention of software. */
const SPELLED = "RFC 1630, WAIS";

/** The meanings of the fields of a document-id, by tag. */
const FIELDS: readonly string[] = [
  "the original server of the document",
  "the original database",
  "the local id of the document, opaque to the client",
  "the server that distributes the document",
  "the database that distributes it",
  "the local id of the document, opaque to the client",
  "the copyright disposition: 00 allows any use",
];

/** Returns each part of a wais URL, with its range and its meaning. */
export function describe(url: WaisUrl): readonly Part[] {
  const { start, first, second, pathEnd, queryEnd } = splitPath(url);
  const { href } = url;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const decoded = (from: number, to: number) => decodeText(href.slice(from, to));
  const add = (
    name: string,
    start: number,
    end: number,
    meaning: string,
    cite = CITE,
    value = decoded(start, end),
  ) => parts.push({ name, start, end, value, meaning, cite });

  add("database", start, first, start === first ? NO_DATABASE : "the database to search or to retrieve from");
  if (pathEnd < queryEnd) add("search", pathEnd + 1, queryEnd, pathEnd + 1 < queryEnd ? WORDS : NO_WORDS);
  if (first < pathEnd) add("wtype", first + 1, second, "the server's name for the document type");
  const spelled = url.parts.spelling === "fields" ? splitFields(href, second + 1, pathEnd) : undefined;
  if (spelled !== undefined) {
    const { length, fields } = spelled;
    if (length !== undefined)
      add("length", second + 1, fields[0]!.start - 1, "the length of the document in bytes", SPELLED);
    fields.forEach(({ tag, start: from, equals, end }, i) => {
      // Includes the tag and the ";", which make it a field.
      const value = decoded(equals + 1, end) || decoded(from, end + 1);
      add(`wpath[${i}]`, from, end + 1, FIELDS[tag - 1] ?? "an unknown field", SPELLED, value);
    });
  } else if (second < pathEnd) {
    add("wpath", second + 1, pathEnd, "the document-id, opaque to the client and returned unchanged");
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

const NO_DATABASE = "an empty database: the server's list of its databases";
const WORDS = "the words to search for";
const NO_WORDS = "no words: the user is asked for them";
