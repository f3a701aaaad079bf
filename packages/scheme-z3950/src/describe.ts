import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type RawField, splitFields, splitList, type Z3950Url } from "./syntax.ts";

const CITE = "RFC 2056 §4";

/** Returns the parts of a z39.50 URL: their positions and their meaning. */
export function describe(url: Z3950Url): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const { databases, docid, keywords } = splitFields(url);
  const add = (name: string, { raw, start }: RawField, meaning: string, cite = CITE) =>
    parts.push({ name, start, end: start + raw.length, value: decodeText(raw), meaning, cite });
  for (const [i, field] of splitList(databases).entries())
    add(`databases[${i}]`, field, "a database to search", "RFC 2056 §2");
  if (databases.raw === "" && url.path !== "") {
    if (url.scheme === "z39.50r") add("databases", databases, "missing database: a retrieval requires one");
    else add("databases", databases, "no database: the client chooses", "RFC 2056 §3");
  }
  if (docid !== undefined) add("docid", docid, "the identifier of a record: only the server understands it");
  let others = 0;
  for (const { field, keyword, value } of keywords) {
    if (value === undefined) continue;
    if (keyword === "esn") add("elementSetName", value, "the set of elements of the record to return");
    else if (keyword === "rs")
      for (const [i, syntax] of splitList(value).entries())
        add(
          `recordSyntaxes[${i}]`,
          syntax,
          i === 0 ? "the preferred format of the record" : "another format",
        );
    else add(`extra[${others++}]`, field, "an extension that is unknown here, and ignored", "RFC 2056 §5");
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
