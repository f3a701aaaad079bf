import { ALPHA, CharSet, DIGIT } from "./charset.ts";
import { decodeText } from "./escape.ts";
import type { ProblemInit } from "./problems.ts";

/** What a host is (RFC 3986 §3.2.2). An address has its octets, 4 or 16, in network order. */
export type Host =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "ipv4"; readonly octets: Uint8Array }
  | { readonly kind: "ipv6"; readonly octets: Uint8Array; readonly zone: string | undefined }
  | { readonly kind: "ipvfuture"; readonly version: string; readonly address: string }
  | { readonly kind: "empty" };

/**
 * Reads a host as written in a parsed URL, brackets and escapes included. A name comes decoded, in lower case.
 * That a name can be looked up is another question: {@link hostProblem}.
 */
export function hostOf(raw: string): Host {
  if (raw === "") return { kind: "empty" };
  if (raw.startsWith("[")) return ipLiteralOf(raw.slice(1, -1));
  const octets = parseIPv4(raw);
  return octets ? { kind: "ipv4", octets } : { kind: "name", name: asciiLowerCase(decodeText(raw)) };
}

/** Not `toLowerCase`, which makes a plain "k" of U+212A: two names that differ would be one. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

function ipLiteralOf(inside: string): Host {
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
  if (text.length > 15) return undefined;
  const groups = text.split(".");
  // dec-octet: 0–255 without a leading zero
  const fit = groups.every((group) => /^(?:0|[1-9][0-9]{0,2})$/.test(group) && Number(group) < 256);
  return fit && groups.length === 4 ? Uint8Array.from(groups, Number) : undefined;
}

/** IPv6address (RFC 3986 §3.2.2, RFC 4291 §2.2): 16 octets; `undefined` for anything else. No zone. */
export function parseIPv6(text: string): Uint8Array | undefined {
  if (text.length > 45) return undefined;
  const halves = text.split("::");
  const [head, tail] = halves.map((half, i) => groupsOf(half, i === halves.length - 1));
  const gap = halves.length > 1;
  if (halves.length > 2 || head === undefined || (gap && tail === undefined)) return undefined;
  const rest = tail ?? [];
  const missing = 16 - head.length - rest.length;
  // "::" stands for one or more groups of zeros.
  if (gap ? missing < 2 : missing !== 0) return undefined;
  const octets = new Uint8Array(16);
  octets.set(head);
  octets.set(rest, head.length + missing);
  return octets;
}

/** The octets of `h16 *( ":" h16 ) [ ":" IPv4address ]`; "" has none. The IPv4 form only at the very end. */
function groupsOf(text: string, atEnd: boolean): number[] | undefined {
  const octets: number[] = [];
  const groups = text === "" ? [] : text.split(":");
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i]!;
    if (group.length <= 4 && /^[0-9a-f]+$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      octets.push(value >> 8, value & 255);
      continue;
    }
    const ipv4 = atEnd && i === groups.length - 1 ? parseIPv4(group) : undefined;
    if (ipv4 === undefined) return undefined;
    octets.push(...ipv4);
  }
  return octets;
}

/** The text of an IPv6 address, as RFC 5952 §4 writes it. */
export function formatIPv6(octets: Uint8Array): string {
  let text = "";
  for (let i = 0; i < 16; i += 2) text += `:${((octets[i]! << 8) | octets[i + 1]!).toString(16)}`;
  // §5: an address known to carry an IPv4 address shows it in dotted form.
  if (text.startsWith(":0:0:0:0:0:ffff:")) return `::ffff:${formatIPv4(octets.subarray(12))}`;
  // §4.2: the first of the longest runs of zeros, if it is of two groups at least.
  let [longest, at] = ["", 0];
  for (const { 0: run, index } of text.matchAll(/(?::0){2,}(?![^:])/g))
    if (run.length > longest.length) [longest, at] = [run, index];
  if (longest === "") return text.slice(1);
  return `${text.slice(1, at)}::${text.slice(at + longest.length + 1)}`;
}

export function formatIPv4(octets: Uint8Array): string {
  return Array.from(octets).join(".");
}

/** What is wrong with the inside of `[…]`; `undefined` when nothing is. */
export function ipLiteralProblem(
  inside: string,
  zoneId = false,
): "bad-ip-literal" | "zone-id-not-allowed" | undefined {
  if (inside.length > 1024) return "bad-ip-literal";
  if (IP_V_FUTURE.test(inside)) return undefined;
  // IPv6addrz = IPv6address "%25" ZoneID   (RFC 6874 §2)
  const [, text, zone] = /^([0-9a-f:.]+)(%25(?:[\w.~-]|%[0-9a-f]{2})+)?$/i.exec(inside) ?? [];
  const address = text === undefined ? undefined : parseIPv6(text);
  if (address === undefined) return "bad-ip-literal";
  const linkLocal = address[0] === 0xfe && (address[1]! & 0xc0) === 0x80;
  return zone === undefined || (zoneId && linkLocal) ? undefined : "zone-id-not-allowed";
}

/** IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
const IP_V_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/**
 * Is text[start, end) a plain host name, of whole labels, the last of which begins with a letter? Almost every host is.
 * What is not may still be one, or an address: {@link hostProblem} knows.
 */
export function isPlainName(text: string, start: number, end: number): boolean {
  if (end - start > 253) return false;
  let label = start;
  let before = HYPHEN;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (before === HYPHEN || i - label > 63) return false;
      label = i + 1;
      before = HYPHEN; // neither an empty label nor one that begins with a hyphen
    } else {
      if (code === HYPHEN ? before === HYPHEN && i === label : !NAME.has(code)) return false;
      before = code;
    }
  }
  return before !== HYPHEN && end - label <= 63 && ALPHA.has(text.charCodeAt(label));
}

const HYPHEN = 0x2d;
const DOT = 0x2e;
const NAME: CharSet = /* @__PURE__ */ new CharSet("_", ALPHA, DIGIT);

/**
 * Why `raw` cannot be looked up as the host of a network scheme; `undefined` when it can. Stricter than the
 * grammar: C resolvers read `127.1`, `0x7f.1` and `2130706433` as addresses, and an escaped delimiter in a name
 * is somebody's trick. Offsets count from the start of the host.
 */
export function hostProblem(raw: string): Omit<ProblemInit, "start" | "end"> | undefined {
  if (isPlainName(raw, 0, raw.length)) return undefined;
  const host = hostOf(raw);
  if (host.kind !== "name") return undefined;
  const bad = (message: string, cite: string, hint?: string) =>
    ({ code: "bad-host", component: "host", message, cite, ...(hint ? { hint } : {}) }) as const;

  const { name } = host;
  // One root dot may follow: "example.com." is the absolute name.
  const relative = name.endsWith(".") ? name.slice(0, -1) : name;
  const labels = relative.split(".");
  const last = labels.at(-1)!;
  if (/^(?:[0-9]+|0x[0-9a-f]*)$/.test(last)) {
    return bad(
      "a host whose last label is a number is no name, and this one is no IPv4 address",
      "RFC 3986 §3.2.2",
      "write an address as four decimal numbers from 0 to 255 without leading zeros",
    );
  }
  for (const label of labels) {
    if (label === "") return bad("a host name has no empty label", "RFC 1034 §3.1");
    if (label.length > 63) return bad("a label of a host name has at most 63 characters", "RFC 1034 §3.1");
    if (!/^[a-z0-9_-]*$/.test(label)) {
      return bad(
        "a host name is made of letters, digits, hyphens and underscores",
        "RFC 1123 §2.1",
        /[^ -~]/.test(label) ? "write an international name in its A-label form, xn--…" : undefined,
      );
    }
    if (label.startsWith("-") || label.endsWith("-")) {
      return bad("a label neither begins nor ends with a hyphen", "RFC 1123 §2.1");
    }
  }
  if (relative.length > 253) return bad("a host name has at most 253 characters", "RFC 1034 §3.1");
  return undefined;
}
