import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { spelledOut } from "./spelled-out.ts";
import { cutPath, DEFAULT_PORT, type WaisUrl } from "./syntax.ts";

const CITE = "RFC 4156 §2";
/** It has the fields; the length in front of them is custom. */
const SPELLED = "RFC 1630, WAIS";

/** The fields of a document-id, by their tags. */
const FIELDS: readonly string[] = [
  "the server that the document is from",
  "the database that it is from",
  "what that server calls it: its own affair",
  "the server that hands it out",
  "the database that it is handed out from",
  "what that server calls it: its own affair",
  "what its copyright allows: 00 any use",
];

/** Each part of a wais URL: where it stands, and what WAIS makes of it. */
export function describe(url: WaisUrl): readonly Part[] {
  const { start, first, second, pathEnd, queryEnd } = cutPath(url);
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

  add("database", start, first, start === first ? NO_DATABASE : "the database to search, or to fetch from");
  if (pathEnd < queryEnd) add("search", pathEnd + 1, queryEnd, pathEnd + 1 < queryEnd ? WORDS : NO_WORDS);
  if (first < pathEnd) add("wtype", first + 1, second, "the type of the document, as the server calls it");
  const spelled = url.parts.spelling === "fields" ? spelledOut(href, second + 1, pathEnd) : undefined;
  if (spelled !== undefined) {
    const { length, fields } = spelled;
    if (length !== undefined)
      add("length", second + 1, fields[0]!.start - 1, "the length of the document in octets", SPELLED);
    fields.forEach(({ tag, start: from, equals, end }, i) => {
      // With its tag and its ";", without which it would be no field.
      const value = decoded(equals + 1, end) || decoded(from, end + 1);
      add(`wpath[${i}]`, from, end + 1, FIELDS[tag - 1] ?? "a field that nobody knows", SPELLED, value);
    });
  } else if (second < pathEnd) {
    add("wpath", second + 1, pathEnd, "the document-id: the server's own, and sent back as it is");
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

const NO_DATABASE = "no database: the server's list of its databases";
const WORDS = "the words to search for";
const NO_WORDS = "no words yet: whoever opens it is asked for them";
