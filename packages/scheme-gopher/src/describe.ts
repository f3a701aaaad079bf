import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type GopherUrl, type RawField, splitPath } from "./syntax.ts";
import { typeName } from "./types.ts";

/** Each part of a gopher URL: where it stands, and what Gopher makes of it. */
export function describe(url: GopherUrl): readonly Part[] {
  const { gophertype, selector, search, gopherPlus } = splitPath(url);
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const add = (
    name: string,
    { raw, start }: RawField,
    meaning: string,
    cite: string,
    value = decodeText(raw),
  ) => parts.push({ name, start, end: start + raw.length, value, meaning, cite });

  const implied = gophertype.raw === "" ? ", where none is named" : "";
  add(
    "gophertype",
    gophertype,
    `${typeName(url.parts.gophertype)}${implied}`,
    "RFC 4266 §2.1",
    url.parts.gophertype,
  );
  const meaning = selector.raw === "" ? "no selector: the server's top menu" : "what the server is asked for";
  add("selector", selector, meaning, "RFC 4266 §2.1");
  if (search !== undefined) add("search", search, "the words to search for, after a tab", "RFC 4266 §2.3");
  if (gopherPlus !== undefined)
    add("gopherPlus", gopherPlus, "what Gopher+ adds, after a tab", "RFC 4266 §2.4");
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
