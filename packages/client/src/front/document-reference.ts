import { resolve, type Url, UrlSyntaxError } from "@anyurl/core";

/** Removes white space as browsers do before they parse a URL (WHATWG URL §4.4). */
export function trimReference(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, "");
}

/**
 * Resolves a reference of an HTML document; `undefined` if it is invalid. It uses the generic syntax, because schemes with
 * opaque paths also have references.
 *
 * @param hierarchical whether the scheme of the document has a path with segments.
 */
export function resolveDocumentReference(
  reference: string,
  base: string,
  hierarchical: boolean,
): Url | undefined {
  const isRelative = !SCHEME.test(reference);
  // As in browsers, which read "\" as "/" in the paths of ftp, http and file (WHATWG URL, "special").
  const slashed = isRelative && hierarchical ? replaceBackslashes(reference) : reference;
  // Here a ":" in the first segment does not end a scheme. RFC 3986 §4.2 requires "./" before such a segment.
  const marked = isRelative && COLON.test(slashed) ? `./${slashed}` : slashed;
  try {
    return resolve(base, escapeReference(marked));
  } catch (error) {
    if (error instanceof UrlSyntaxError) return undefined;
    throw error;
  }
}

/** scheme ":" (RFC 3986 §3.1). */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

const COLON = /^[^/?#]*:/;

function replaceBackslashes(reference: string): string {
  const end = reference.search(/[?#]/);
  const path = end < 0 ? reference : reference.slice(0, end);
  return path.replaceAll("\\", "/") + reference.slice(path.length);
}

/** Percent-encodes characters that are not allowed in a URI. Brackets are allowed only around an address. */
function escapeReference(reference: string): string {
  const authority = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#\\]*/.exec(reference)?.[0] ?? "";
  const rest = reference.slice(authority.length);
  const hash = rest.indexOf("#") + 1;
  const front = hash === 0 ? rest : rest.slice(0, hash);
  return (
    authority.replace(NOT_IN_AUTHORITY, percentEncodeChar) +
    front.replace(NOT_IN_URI, percentEncodeChar) +
    rest.slice(front.length).replace(NOT_IN_FRAGMENT, percentEncodeChar)
  );
}

const NOT_IN_AUTHORITY = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/[\]%-]/gu;
const NOT_IN_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?#%-]/gu;
const NOT_IN_FRAGMENT = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]/gu;

const encoder = new TextEncoder();

/** Returns the escapes of a character's UTF-8 bytes. */
function percentEncodeChar(char: string): string {
  const octets = encoder.encode(char);
  return Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
