import { DIGIT, HEXDIG, REG_NAME } from "./charset.ts";
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
  if (groups.length !== 4) return undefined;
  const octets = new Uint8Array(4);
  for (let i = 0; i < 4; i++) {
    const value = decOctet(groups[i]!);
    if (value < 0) return undefined;
    octets[i] = value;
  }
  return octets;
}

/** dec-octet: 0–255 without a leading zero; -1 for anything else. */
function decOctet(text: string): number {
  if (text.length === 0 || text.length > 3 || !DIGIT.covers(text)) return -1;
  if (text.length > 1 && text.startsWith("0")) return -1;
  const value = Number(text);
  return value > 255 ? -1 : value;
}

/** IPv6address (RFC 3986 §3.2.2, RFC 4291 §2.2): 16 octets; `undefined` for anything else. No zone. */
export function parseIPv6(text: string): Uint8Array | undefined {
  if (text.length > 45) return undefined;
  const gap = text.indexOf("::");
  if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) return undefined;
  const head = groupsOf(gap < 0 ? text : text.slice(0, gap), gap < 0);
  const tail = gap < 0 ? [] : groupsOf(text.slice(gap + 2), true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  // "::" stands for one or more groups of zeros.
  if (gap < 0 ? missing !== 0 : missing < 2) return undefined;
  const octets = new Uint8Array(16);
  octets.set(head, 0);
  octets.set(tail, 16 - tail.length);
  return octets;
}

/** The octets of `h16 *( ":" h16 ) [ ":" IPv4address ]`; "" has none. The IPv4 form only at the very end. */
function groupsOf(text: string, atEnd: boolean): number[] | undefined {
  if (text === "") return [];
  const octets: number[] = [];
  const groups = text.split(":");
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i]!;
    if (group.length >= 1 && group.length <= 4 && HEXDIG.covers(group)) {
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
  const groups = Array.from({ length: 8 }, (_, i) => (octets[2 * i]! << 8) | octets[2 * i + 1]!);
  const [start, length] = longestZeros(groups);
  const hex = (from: number, to?: number) =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(":");
  // §5: an address known to carry an IPv4 address shows it in dotted form.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${formatIPv4(octets.subarray(12))}`;
  }
  return length < 2 ? hex(0) : `${hex(0, start)}::${hex(start + length)}`;
}

export function formatIPv4(octets: Uint8Array): string {
  return Array.from(octets).join(".");
}

/** The first of the longest runs of zeros: where, and how many groups. */
function longestZeros(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groups[end] === 0) end++;
    if (end - i > best[1]) best = [i, end - i];
    i = Math.max(i, end - 1);
  }
  return best;
}

/** What is wrong with the inside of `[…]`; `undefined` when nothing is. */
export function ipLiteralProblem(
  inside: string,
  zoneId = false,
): "bad-ip-literal" | "zone-id-not-allowed" | undefined {
  if (inside.length > 1024) return "bad-ip-literal";
  if (inside.startsWith("v") || inside.startsWith("V"))
    return isIPvFuture(inside) ? undefined : "bad-ip-literal";
  const percent = inside.indexOf("%");
  if (percent < 0) return parseIPv6(inside) ? undefined : "bad-ip-literal";
  const address = parseIPv6(inside.slice(0, percent));
  if (address === undefined) return "bad-ip-literal";
  const zone = inside.slice(percent + 3);
  const isZone = inside.startsWith("%25", percent) && zone !== "" && isZoneText(zone);
  if (!isZone) return "bad-ip-literal";
  const linkLocal = address[0] === 0xfe && (address[1]! & 0xc0) === 0x80;
  return zoneId && linkLocal ? undefined : "zone-id-not-allowed";
}

/** ZoneID = 1*( unreserved / pct-encoded )   (RFC 6874 §2) */
function isZoneText(zone: string): boolean {
  return /^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$/.test(zone);
}

/** IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
function isIPvFuture(inside: string): boolean {
  const dot = inside.indexOf(".");
  const address = inside.slice(dot + 1);
  return (
    dot > 1 &&
    HEXDIG.covers(inside.slice(1, dot)) &&
    address !== "" &&
    REG_NAME.covers(address.replaceAll(":", ""))
  );
}

/**
 * Why `raw` cannot be looked up as the host of a network scheme; `undefined` when it can. Stricter than the
 * grammar: C resolvers read `127.1`, `0x7f.1` and `2130706433` as addresses, and an escaped delimiter in a name
 * is somebody's trick. Offsets count from the start of the host.
 */
export function hostProblem(raw: string): Omit<ProblemInit, "start" | "end"> | undefined {
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
