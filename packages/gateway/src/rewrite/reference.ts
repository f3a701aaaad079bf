import { resolve, type Url, UrlSyntaxError } from "@anyurl/core";
import { hrefOf, type Linker } from "../hrefs.ts";
import { link } from "../link.ts";
import type { Served } from "../served.ts";
import { MAX_URL } from "../target.ts";

/** What the references of a document are read by. */
export interface Surroundings {
  readonly served: Served;
  readonly linker: Linker;
  /** The document's own. */
  readonly url: Url;
  /** What references are relative to (RFC 3986 §5.1). */
  readonly base: string;
}

/** What becomes of a reference. */
export type Fate =
  /** It leads where it should already. */
  | { readonly is: "kept" }
  /** It leads to a path of the gateway. */
  | { readonly is: "led"; readonly href: string }
  /** It leads nowhere from here. */
  | { readonly is: "cut" };

/**
 * Where a reference in a document leads to: to the link of its target; the web, by the page that shows the target, but
 * for relative references to the server that the document itself is from.
 *
 * @param text the value of an attribute, decoded.
 * @param isPart it is a part of the document, as a picture is: no page can stand in for it.
 */
export async function fateOf(text: string, isPart: boolean, surroundings: Surroundings): Promise<Fate> {
  const { served, linker, url, base } = surroundings;
  const reference = trimmed(text);
  if (reference === "" || reference.startsWith("#")) return KEPT;
  const target = targetOf(reference, base, url.scheme);
  if (target === undefined || target.href.length > MAX_URL) return CUT;
  let { href, leaves } = await hrefOf(target.href, served, linker);
  if (href === undefined) return CUT;
  if (leaves === true && !SCHEME.test(reference) && isSameServer(target, url)) {
    leaves = false;
    href = await linker(target, link(target.href));
  }
  if (leaves === true && isPart) return CUT;
  if (PLAIN.test(reference) && !COLON.test(reference) && byItself(reference, url) === href) return KEPT;
  return target.href.length - reference.length > MAX_GROWTH ? CUT : { is: "led", href };
}

const KEPT: Fate = { is: "kept" };
const CUT: Fate = { is: "cut" };

/**
 * Characters that a reference may be shorter than its target, where it is written anew. A document whose own URL is longer
 * than that, or its base, would else be sent out as many times of what it is.
 */
const MAX_GROWTH = 1024;

/** scheme ":" (RFC 3986 §3.1). */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** A path, perhaps a query and a fragment, in which no browser changes anything. */
const PLAIN = /^(?!\/)(?:[A-Za-z0-9._~!$&()*+,;=@/?:-]|%[0-9A-Fa-f]{2})*(?:#[A-Za-z0-9._~-]*)?$/;

/** What browsers make of the value of an attribute before they read it as a URL (WHATWG URL §4.4). */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, "");
}

/** The target, by the generic syntax alone: documents of a scheme whose paths are opaque have relative references, too. */
export function targetOf(reference: string, base: string, scheme: string): Url | undefined {
  const isRelative = !SCHEME.test(reference);
  const slashed = isRelative && BACKSLASHES.has(scheme) ? withSlashes(reference) : reference;
  // A ":" in the first segment ends no scheme, and RFC 3986 §4.2 would have it so.
  const marked = isRelative && COLON.test(slashed) ? `./${slashed}` : slashed;
  try {
    return resolve(base, escaped(marked));
  } catch (error) {
    if (error instanceof UrlSyntaxError) return undefined;
    throw error;
  }
}

const COLON = /^[^/?#]*:/;

/** Schemes in which "\" is "/" to browsers (WHATWG URL, "special"). */
const BACKSLASHES: ReadonlySet<string> = new Set(["ftp", "http", "https"]);

function withSlashes(reference: string): string {
  const end = reference.search(/[?#]/);
  const path = end < 0 ? reference : reference.slice(0, end);
  return path.replaceAll("\\", "/") + reference.slice(path.length);
}

/** The reference with escapes for what no URI has; brackets stand around an address alone. */
function escaped(reference: string): string {
  const authority = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#\\]*/.exec(reference)?.[0] ?? "";
  const rest = reference.slice(authority.length);
  const hash = rest.indexOf("#") + 1;
  const front = hash === 0 ? rest : rest.slice(0, hash);
  return (
    authority.replace(NO_AUTHORITY, escapesOf) +
    front.replace(NO_URI, escapesOf) +
    rest.slice(front.length).replace(NO_FRAGMENT, escapesOf)
  );
}

const NO_AUTHORITY = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/[\]%-]/gu;
const NO_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?#%-]/gu;
const NO_FRAGMENT = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]/gu;

const encoder = new TextEncoder();

/** The escapes of a character's octets in UTF-8. */
function escapesOf(char: string): string {
  const octets = encoder.encode(char);
  return Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

function isSameServer(a: Url, b: Url): boolean {
  return a.scheme === b.scheme && a.authority === b.authority;
}

/** Where a browser takes the reference to, that knows the document by its link. */
function byItself(reference: string, url: Url): string {
  const here = `http://gateway.invalid`;
  return resolve(here + link(url.href), reference).href.slice(here.length);
}
