import { resolve, type Url, UrlSyntaxError } from "@anyurl/core";
import { hrefOf, type Linker } from "../hrefs.ts";
import { link } from "../link.ts";
import type { Served } from "../served-schemes.ts";
import { MAX_URL } from "../target.ts";

/** The context that references of a document are resolved in. */
export interface Surroundings {
  readonly served: Served;
  readonly linker: Linker;
  /** The URL of the document. */
  readonly url: Url;
  /** The base URL (RFC 3986 §5.1). */
  readonly base: string;
}

/** How a reference is rewritten. */
export type Fate =
  /** It already resolves to the right link. */
  | { readonly is: "kept" }
  /** It is replaced by a path of the gateway. */
  | { readonly is: "led"; readonly href: string }
  /** It is removed. */
  | { readonly is: "cut" };

/**
 * Decides how to rewrite a reference in a document: to the link of its target, or, for the web, to the page that shows
 * the target first. A relative reference to the document's own web server becomes a link.
 *
 * @param text the decoded value of an attribute.
 * @param isPart the target is a part of the document, such as an image, so a page cannot replace it.
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
 * Maximum growth of a rewritten reference, in characters. Otherwise a document with a very long URL or base could
 * become many times larger.
 */
const MAX_GROWTH = 1024;

/** scheme ":" (RFC 3986 §3.1). */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** A path, with an optional query and fragment, that no browser changes. */
const PLAIN = /^(?!\/)(?:[A-Za-z0-9._~!$&()*+,;=@/?:-]|%[0-9A-Fa-f]{2})*(?:#[A-Za-z0-9._~-]*)?$/;

/** Removes white space as browsers do before they parse a URL (WHATWG URL §4.4). */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, "");
}

/** Resolves a reference with the generic syntax, because schemes with opaque paths also have references. */
export function targetOf(reference: string, base: string, scheme: string): Url | undefined {
  const isRelative = !SCHEME.test(reference);
  const slashed = isRelative && BACKSLASHES.has(scheme) ? withSlashes(reference) : reference;
  // Here a ":" in the first segment does not end a scheme. RFC 3986 §4.2 requires "./" before such a segment.
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

/** Percent-encodes characters that are not allowed in a URI. Brackets are allowed only around an address. */
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

/** Returns the escapes of a character's UTF-8 bytes. */
function escapesOf(char: string): string {
  const octets = encoder.encode(char);
  return Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

function isSameServer(a: Url, b: Url): boolean {
  return a.scheme === b.scheme && a.authority === b.authority;
}

/** Resolves a reference against the link of the document, as a browser does. */
function byItself(reference: string, url: Url): string {
  const here = `http://gateway.invalid`;
  return resolve(here + link(url.href), reference).href.slice(here.length);
}
