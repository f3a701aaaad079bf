import { type Entry, parse, parseIPv6, textOf } from "@anyurl/core";
import { checkedHostport, SESSION_PORT, sessionUrl } from "./session.ts";
import { DEFAULT_PORT, format } from "./syntax.ts";
import { itemType } from "./types.ts";

/** A line of a menu (RFC 1436 §2), as the server wrote it. All of it is the server's word. */
export interface MenuItem {
  readonly gophertype: string;
  readonly display: string;
  readonly selector: string;
  readonly host: string;
  /** As written: "(NULL)" does occur. */
  readonly port: string;
  /** Further fields; a "+" or "?" marks an item with Gopher+ attributes. */
  readonly further: readonly string[];
}

const CR = 0x0d;

/**
 * Reads a menu line: type, display, HT, selector, HT, host, HT, port. A line without HT is information; an empty one
 * is `undefined`.
 */
export function menuItem(octets: Uint8Array): MenuItem | undefined {
  let end = octets.length;
  // Some servers end their lines with CR CR LF.
  while (end > 0 && octets[end - 1] === CR) end--;
  if (end === 0) return undefined;
  // A type is one octet, be it a part of a character.
  const gophertype = textOf(octets.subarray(0, 1));
  const [display = "", ...fields] = textOf(octets.subarray(1, end)).split("\t");
  if (fields.length === 0) {
    const text = gophertype === "i" ? display : textOf(octets.subarray(0, end));
    return { gophertype: "i", display: text, selector: "", host: "", port: "", further: [] };
  }
  const [selector = "", host = "", port = "", ...further] = fields;
  return { gophertype, display, selector, host, port, further };
}

/** Is this first line of a reply an error, and no text that begins with "3"? Its shape tells. */
export function isErrorLine(line: string): boolean {
  return /^3[^\t]*\t[^\t]*\t[^\t]*\t[0-9]{1,5}(?:\t|\r?$)/.test(line);
}

/** A menu's items as entries, one after the other: a mirror ("+") is of the type of the item before it. */
export class MenuReader {
  #before = "1";

  entryOf(item: MenuItem): Entry {
    const isMirror = item.gophertype === "+";
    const gophertype = isMirror ? this.#before : item.gophertype;
    if (!isMirror && item.gophertype !== "i") this.#before = item.gophertype;
    const { kind, mediaType } = itemType(gophertype);
    const [plus] = item.further;
    const attributes = {
      gophertype: item.gophertype,
      ...((plus === "+" || plus === "?") && { gopherPlus: plus }),
    };
    const entry = { name: item.display, attributes, ...(mediaType !== undefined && { mediaType }) };
    if (kind === "information" || kind === "error") return { ...entry, kind, url: undefined };
    const external = gophertype === "h" ? externalUrl(item.selector) : undefined;
    if (external !== undefined) return { name: item.display, attributes, kind: "link", ...external };
    return { ...entry, kind, ...urlOf({ ...item, gophertype }) };
  }
}

interface Target {
  readonly url: string | undefined;
  readonly unsafe?: string;
}

/** The URL that a menu item stands for, made of its own fields. */
function urlOf({ gophertype, selector, host, port: digits }: MenuItem): Target {
  // RFC 2378 has no URL of its own.
  if (gophertype === "2") return { url: undefined };
  const port = portOf(digits.trim(), itemType(gophertype).kind === "session" ? SESSION_PORT : DEFAULT_PORT);
  if (host === "") return { url: undefined, unsafe: "the item names no host" };
  if (port === undefined) return { url: undefined, unsafe: "the item names no port" };
  const at = parseIPv6(host) === undefined ? host : `[${host}]`;
  try {
    const session = sessionUrl({ gophertype, selector, host: at, port });
    if (session !== undefined) return { url: session };
    const where = { host: at, ...(port !== DEFAULT_PORT && { port }) };
    return { url: checkedHostport(format({ ...where, gophertype, selector })) };
  } catch {
    return { url: undefined, unsafe: "no URL can be made of the item's host and selector" };
  }
}

/** `byDefault` when there are no digits; `undefined` when no port is meant: 0, or what is no number. */
function portOf(digits: string, byDefault: number): number | undefined {
  if (digits === "") return byDefault;
  if (!/^[0-9]{1,5}$/.test(digits)) return undefined;
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Schemes that an item may lead to by "URL:"; those that have item types of their own are not among them. */
const LINKS: ReadonlySet<string> = new Set([
  "http",
  "https",
  "ftp",
  "ftps",
  "mailto",
  "news",
  "nntp",
  "wais",
  "gemini",
]);

/** The URL in a selector `URL:…` or `/URL:…`; `undefined` when the item is an ordinary one. */
function externalUrl(selector: string): Target | undefined {
  const match = /^\/?URL:(.*)$/s.exec(selector);
  if (match === null) return undefined;
  try {
    const { scheme, href } = parse(match[1]!);
    if (LINKS.has(scheme)) return { url: href };
    return { url: undefined, unsafe: `a menu may not lead to ${scheme}: URLs` };
  } catch {
    return { url: undefined, unsafe: "what follows URL: is no URL" };
  }
}
