import { parseIPv4, parseIPv6 } from "@anyurl/core";

/** What an address is, by its octets and never by its text. */
export type AddressClass =
  | "loopback"
  | "this-host"
  | "private"
  | "shared"
  | "link-local"
  | "multicast"
  | "reserved"
  | "public";

/** The octets of an address as text, 4 or 16; a zone ("%eth0") is passed over. `undefined` when it is none. */
export function addressOctets(text: string): Uint8Array | undefined {
  return parseIPv4(text) ?? parseIPv6(text.replace(/%.*$/s, ""));
}

/** Blocks of IPv4 (RFC 6890 and the registry it began). What is in none is public. */
const IPV4: readonly (readonly [block: string, AddressClass])[] = [
  ["0.0.0.0/8", "this-host"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "reserved"],
  ["192.88.99.0/24", "reserved"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "reserved"],
  ["198.51.100.0/24", "reserved"],
  ["203.0.113.0/24", "reserved"],
  ["224.0.0.0/4", "multicast"],
  ["255.255.255.255/32", "multicast"],
  ["240.0.0.0/4", "reserved"],
];

const IPV6: readonly (readonly [block: string, AddressClass])[] = [
  ["::/128", "this-host"],
  ["::1/128", "loopback"],
  ["100::/64", "reserved"],
  ["2001::/23", "reserved"],
  ["2001:db8::/32", "reserved"],
  ["fc00::/7", "private"],
  ["fec0::/10", "private"],
  ["fe80::/10", "link-local"],
  ["ff00::/8", "multicast"],
];

/** Blocks of IPv6 that carry an IPv4 address: which is what counts. Teredo has it inverted (RFC 4380 §4). */
const CARRIERS: readonly (readonly [block: string, at: number, inverted: boolean])[] = [
  ["::ffff:0:0/96", 12, false],
  ["::/96", 12, false],
  ["64:ff9b::/96", 12, false],
  ["64:ff9b:1::/48", 12, false],
  ["2002::/16", 2, false],
  ["2001::/32", 12, true],
];

/** The class of an address of 4 or 16 octets. */
export function classify(octets: Uint8Array): AddressClass {
  if (octets.length === 4) return find(IPV4_BLOCKS, octets)?.[1] ?? "public";
  const itself = find(IPV6_HOSTS, octets);
  if (itself !== undefined) return itself[1];
  const carrier = find(CARRIER_BLOCKS, octets);
  if (carrier !== undefined) {
    const [, at, inverted] = carrier;
    const inner = octets.slice(at, at + 4);
    return classify(inverted ? inner.map((octet) => octet ^ 0xff) : inner);
  }
  return find(IPV6_BLOCKS, octets)?.[1] ?? "public";
}

/** A block of addresses, as "10.1.0.0/16" or "fe80::/10". An address alone is a block of one. */
export interface Block {
  readonly octets: Uint8Array;
  readonly bits: number;
}

/** @throws {RangeError} it is no block. */
export function blockOf(text: string): Block {
  const match = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text);
  const octets = match === null ? undefined : addressOctets(match[1]!);
  const bits = match?.[2] === undefined ? (octets?.length ?? 0) * 8 : Number(match[2]);
  if (octets === undefined || bits > octets.length * 8)
    throw new RangeError(`"${text}" is no block of addresses`);
  return { octets, bits };
}

export function isInBlock(octets: Uint8Array, block: Block): boolean {
  if (octets.length !== block.octets.length) return false;
  for (let i = 0; i * 8 < block.bits; i++) {
    const mask = (0xff << Math.max(0, 8 - (block.bits - i * 8))) & 0xff;
    if (((octets[i]! ^ block.octets[i]!) & mask) !== 0) return false;
  }
  return true;
}

function compiled<T extends readonly [string, ...unknown[]]>(
  rows: readonly T[],
): readonly (readonly [Block, T])[] {
  return rows.map((row) => [blockOf(row[0]), row] as const);
}

const IPV4_BLOCKS = compiled(IPV4);
const IPV6_HOSTS = compiled(IPV6.filter(([block]) => block.endsWith("/128")));
const IPV6_BLOCKS = compiled(IPV6);
const CARRIER_BLOCKS = compiled(CARRIERS);

function find<T>(blocks: readonly (readonly [Block, T])[], octets: Uint8Array): T | undefined {
  return blocks.find(([block]) => isInBlock(octets, block))?.[1];
}
