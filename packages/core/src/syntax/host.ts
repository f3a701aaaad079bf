import { decodeText, hexValue } from "./escape.ts";
import { findHostnameEnd, MAX_LABEL_LENGTH, MAX_NAME_LENGTH } from "./hostname.ts";
import type { ProblemInit } from "./problems.ts";

/** A parsed host (RFC 3986 §3.2.2). An address has its 4 or 16 bytes in network order. */
export type Host =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "ipv4"; readonly octets: Uint8Array }
  | { readonly kind: "ipv6"; readonly octets: Uint8Array; readonly zone: string | undefined }
  | { readonly kind: "ipvfuture"; readonly version: string; readonly address: string }
  | { readonly kind: "empty" };

/**
 * Parses a host as written in a parsed URL, brackets and escapes included. A name is decoded, in lower case. Whether a
 * name can be looked up is decided by {@link hostProblem}.
 */
export function parseHost(raw: string): Host {
  if (raw === "") return { kind: "empty" };
  if (raw.startsWith("[")) return parseIpLiteral(raw.slice(1, -1));
  const octets = parseIPv4(raw);
  return octets ? { kind: "ipv4", octets } : { kind: "name", name: asciiLowerCase(decodeText(raw)) };
}

/** Beyond ASCII, not like `toLowerCase`, which maps U+212A to a plain "k": two different names would be equal. */
export function asciiLowerCase(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

function parseIpLiteral(inside: string): Host {
  if (/^v/i.test(inside)) {
    const dot = inside.indexOf(".");
    return { kind: "ipvfuture", version: inside.slice(1, dot), address: inside.slice(dot + 1) };
  }
  const percent = inside.indexOf("%25");
  const zone = percent < 0 ? undefined : decodeText(inside.slice(percent + 3));
  return { kind: "ipv6", octets: parseIPv6(percent < 0 ? inside : inside.slice(0, percent))!, zone };
}

/** IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet, without leading zeros (RFC 3986 §3.2.2). */
export function parseIPv4(text: string): Uint8Array | undefined {
  return readIPv4(text, 0, text.length, 0) ? OCTETS.slice(0, 4) : undefined;
}

/** IPv6address (RFC 3986 §3.2.2, RFC 4291 §2.2): 16 bytes; `undefined` for anything else. No zone. */
export function parseIPv6(text: string): Uint8Array | undefined {
  return readIPv6(text, text.length) ? OCTETS.slice() : undefined;
}

/** The bytes of the address that was parsed last: it may not be needed, and then nothing is allocated for it. */
const OCTETS: Uint8Array = new Uint8Array(16);

/** Parses text[start, end) to four bytes of `OCTETS` from `at` on; false if it is not an IPv4address. */
function readIPv4(text: string, start: number, end: number, at: number): boolean {
  if (end - start > 15) return false;
  let dots = 0;
  let digits = 0;
  let value = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (digits === 0 || dots === 3) return false;
      OCTETS[at + dots++] = value;
      digits = 0;
      value = 0;
      continue;
    }
    const digit = code - ZERO;
    // dec-octet: 0–255 without a leading zero
    if (digit < 0 || digit > 9 || (digits > 0 && value === 0)) return false;
    digits++;
    value = value * 10 + digit;
    if (value > 255) return false;
  }
  if (dots !== 3 || digits === 0) return false;
  OCTETS[at + 3] = value;
  return true;
}

/** Parses text[0, end) to `OCTETS`; false if it is not an IPv6address. */
function readIPv6(text: string, end: number): boolean {
  let at = 0;
  let gap = -1; // offset of "::" in bytes
  let i = 0;
  if (text.startsWith("::") && end >= 2) {
    gap = 0;
    i = 2;
  }
  while (i < end) {
    const group = i;
    let value = 0;
    for (; i < end && i < group + 4; i++) {
      const digit = hexValue(text.charCodeAt(i));
      if (digit > 15) break;
      value = (value << 4) | digit;
    }
    if (i < end && text.charCodeAt(i) === DOT) {
      // The last 32 bits can be written as an IPv4 address.
      if (at > 12 || !readIPv4(text, group, end, at)) return false;
      at += 4;
      break;
    }
    if (i === group || at === 16) return false;
    OCTETS[at++] = value >> 8;
    OCTETS[at++] = value & 255;
    if (i === end) break;
    if (text.charCodeAt(i++) !== COLON || i === end) return false;
    if (text.charCodeAt(i) === COLON) {
      if (gap >= 0) return false;
      gap = at;
      i++;
    }
  }
  if (gap < 0) return at === 16;
  // "::" stands for one or more groups of zeros.
  if (at > 14) return false;
  for (let to = 15; to >= gap; to--) OCTETS[to] = at > gap ? OCTETS[--at]! : 0;
  return true;
}

/** Formats an IPv6 address as in RFC 5952 §4. */
export function formatIPv6(octets: Uint8Array): string {
  let text = "";
  for (let i = 0; i < 16; i += 2) text += `:${((octets[i]! << 8) | octets[i + 1]!).toString(16)}`;
  // §5: an address that is known to contain an IPv4 address is written in mixed form.
  if (text.startsWith(":0:0:0:0:0:ffff:")) return `::ffff:${formatIPv4(octets.subarray(12))}`;
  // §4.2: the first of the longest runs of zeros, if it has at least two groups.
  let [longest, at] = ["", 0];
  for (const { 0: run, index } of text.matchAll(/(?::0){2,}(?![^:])/g))
    if (run.length > longest.length) [longest, at] = [run, index];
  if (longest === "") return text.slice(1);
  return `${text.slice(1, at)}::${text.slice(at + longest.length + 1)}`;
}

export function formatIPv4(octets: Uint8Array): string {
  return Array.from(octets).join(".");
}

/** Returns the problem of the text inside `[…]`; `undefined` if it is valid. */
export function ipLiteralProblem(
  inside: string,
  zoneId = false,
): "bad-ip-literal" | "zone-id-not-allowed" | undefined {
  if (/^v/i.test(inside)) return IP_V_FUTURE.test(inside) ? undefined : "bad-ip-literal";
  // IPv6addrz = IPv6address "%25" ZoneID   (RFC 6874 §2)
  const percent = inside.indexOf("%");
  const end = percent < 0 ? inside.length : percent;
  if (!readIPv6(inside, end)) return "bad-ip-literal";
  if (percent < 0) return undefined;
  if (!ZONE.test(inside.slice(percent))) return "bad-ip-literal";
  const linkLocal = OCTETS[0] === 0xfe && (OCTETS[1]! & 0xc0) === 0x80;
  return zoneId && linkLocal ? undefined : "zone-id-not-allowed";
}

const ZONE = /^%25(?:[\w.~-]|%[0-9a-f]{2})+$/i;

/** IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
const IP_V_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

const ZERO = 0x30;
const COLON = 0x3a;
const DOT = 0x2e;

/**
 * Returns why `raw` cannot be the host of a network scheme; `undefined` if it can. Stricter than the grammar: C
 * resolvers read `127.1`, `0x7f.1`, and `2130706433` as addresses, and an escaped delimiter or control in a name is a
 * trick. A name in percent-encoded UTF-8 is valid (RFC 3986 §3.2.2); `asciiHost` returns its form for a lookup.
 */
export function hostProblem(raw: string): Omit<ProblemInit, "start" | "end"> | undefined {
  if (findHostnameEnd(raw, 0) === raw.length || readIPv4(raw, 0, raw.length, 0)) return undefined;
  const host = parseHost(raw);
  if (host.kind !== "name") return undefined;
  const bad = (message: string, cite: string, hint?: string) =>
    ({ code: "bad-host", component: "host", message, cite, ...(hint ? { hint } : {}) }) as const;

  const { name } = host;
  if (/[\ud800-\udfff]/u.test(name))
    return bad("the escapes in the host name are not valid UTF-8", "RFC 3986 §3.2.2");
  // The length of a name beyond ASCII is that of its A-labels.
  const isAscii = /^[\0-\x7f]*$/.test(name);
  // Characters beyond ASCII must be escaped in a URL.
  const isLabel = /^[\0-\x7f]*$/.test(raw) ? UTF8_LABEL : LABEL;
  // One root dot may follow: "example.com." is the absolute name.
  const relative = name.endsWith(".") ? name.slice(0, -1) : name;
  const labels = relative.split(".");
  const last = labels.at(-1)!;
  if (/^(?:[0-9]+|0x[0-9a-f]*)$/.test(last)) {
    return bad(
      "not a valid IPv4 address",
      "RFC 3986 §3.2.2",
      "write an IPv4 address as four decimal numbers from 0 to 255 without leading zeros",
    );
  }
  for (const label of labels) {
    if (label === "") return bad("the host name has an empty label", "RFC 1034 §3.1");
    if (isAscii && label.length > MAX_LABEL_LENGTH)
      return bad("a label of the host name exceeds the limit of 63 characters", "RFC 1034 §3.1");
    if (!isLabel.test(label)) {
      return bad(
        "invalid character in the host name: expected letters, digits, hyphens, and underscores",
        "RFC 1123 §2.1",
        /[^\0-\x7f]/.test(label)
          ? "write an international name as A-labels (xn--…)"
          : /,\d+$/.test(name)
            ? 'write ":" before a port, not ","'
            : undefined,
      );
    }
    if (label.startsWith("-") || label.endsWith("-")) {
      return bad("a label of the host name begins or ends with a hyphen", "RFC 1123 §2.1");
    }
  }
  if (isAscii && relative.length > MAX_NAME_LENGTH)
    return bad("the host name exceeds the limit of 253 characters", "RFC 1034 §3.1");
  return undefined;
}

const LABEL = /^[a-z0-9_-]*$/;
/** Also everything beyond ASCII except the controls of C1. */
const UTF8_LABEL = /^(?:[a-z0-9_-]|[^\0-\x9f])*$/;
