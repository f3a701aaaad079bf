import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { plusRequestOf } from "./plus.ts";
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
  if (gopherPlus !== undefined) add("gopherPlus", gopherPlus, ...plusMeaning(url.parts.gopherPlus ?? ""));
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** What a gopher+ string asks for, and the rule that says so. */
function plusMeaning(gopherPlus: string): readonly [meaning: string, cite: string] {
  const asked = plusRequestOf(gopherPlus);
  switch (asked.kind) {
    case "item":
      return ["the item as Gopher+ gives it, in the view that the server prefers", "RFC 4266 §2.4"];
    case "form":
      return ["an item that wants a form to be filled in first", "RFC 4266 §2.5"];
    case "attributes":
      return [`the item's attributes${namesOf(asked.names)}`, "RFC 4266 §2.6"];
    case "directory-attributes":
      return [`the attributes of all items of the menu${namesOf(asked.names)}`, "RFC 4266 §2.6"];
    case "view":
      return [
        `the item as ${asked.view}${asked.language === undefined ? "" : `, in ${asked.language}`}`,
        "RFC 4266 §2.8",
      ];
    case "ask":
      return ["a form that is filled in, with the data that are sent", "RFC 4266 §2.9"];
    case "raw":
      return ["what Gopher+ adds, after a tab", "RFC 4266 §2.4"];
  }
}

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? "" : `: ${names.join(", ")}`;
}
