import { decodeText, describeAuthority, describeFragment, displayText, type Part } from "@anyurl/core";
import { getTypeName } from "./menu/types.ts";
import { parsePlusRequest } from "./plus/plus.ts";
import { DEFAULT_PORT, type GopherUrl, type RawField, splitPath } from "./syntax.ts";

/** Returns the parts of a gopher URL: their positions and their meaning. */
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

  const implied = gophertype.raw === "" ? ", the default" : "";
  add(
    "gophertype",
    gophertype,
    `${getTypeName(url.parts.gophertype)}${implied}`,
    "RFC 4266 §2.1",
    url.parts.gophertype,
  );
  const meaning =
    selector.raw === ""
      ? "empty selector: the top menu of the server"
      : "the selector, which the server resolves";
  add("selector", selector, meaning, "RFC 4266 §2.1");
  if (search !== undefined) add("search", search, "the search words, after a tab", "RFC 4266 §2.3");
  if (gopherPlus !== undefined) add("gopherPlus", gopherPlus, ...describePlus(url.parts.gopherPlus ?? ""));
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** Returns the meaning of a gopher+ string and the section that defines it. */
function describePlus(gopherPlus: string): readonly [meaning: string, cite: string] {
  const asked = parsePlusRequest(gopherPlus);
  switch (asked.kind) {
    case "item":
      return ["the item over Gopher+, in the default view of the server", "RFC 4266 §2.4"];
    case "form":
      return ["an item that requires a form", "RFC 4266 §2.5"];
    case "attributes":
      return [`the attributes of the item${formatNames(asked.names)}`, "RFC 4266 §2.6"];
    case "directory-attributes":
      return [`the attributes of all items of the menu${formatNames(asked.names)}`, "RFC 4266 §2.6"];
    case "view":
      return [
        `the item as ${displayText(asked.view)}${asked.language === undefined ? "" : `, in ${displayText(asked.language)}`}`,
        "RFC 4266 §2.8",
      ];
    case "ask":
      return ["a filled-in form, with the data to send", "RFC 4266 §2.9"];
    case "raw":
      return ["a gopher+ string, after a tab", "RFC 4266 §2.4"];
  }
}

function formatNames(names: readonly string[]): string {
  return names.length === 0 ? "" : `: ${displayText(names.join(", "))}`;
}
