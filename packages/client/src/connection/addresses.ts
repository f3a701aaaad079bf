import { OptionValueError, parseIPv4, parseIPv6 } from "@anyurl/core";

/**
 * The class of an address. "special-purpose": an address that routers deliver, but to infrastructure and not to a host
 * of its own (6to4, AS112, AMT).
 */
export type AddressClass =
  | "loopback"
  | "this-host"
  | "private"
  | "shared"
  | "link-local"
  | "multicast"
  | "reserved"
  | "special-purpose"
  | "public";

/** The classes from the least to the most restricted: an address has the last one of all that it reaches. */
const STRICTNESS: readonly AddressClass[] = [
  "public",
  "special-purpose",
  "shared",
  "private",
  "loopback",
  "link-local",
  "this-host",
  "multicast",
  "reserved",
];

/**
 * Parses an address and returns its 4 or 16 bytes. A zone ("%eth0") is ignored. `undefined` if the text is not an
 * address.
 */
export function parseAddress(text: string): Uint8Array | undefined {
  return parseIPv4(text) ?? parseIPv6(text.replace(/%.*$/s, ""));
}

/**
 * The IANA special-purpose address registries (RFC 6890), and the blocks that RFC 4291 defines. The first block that
 * holds an address decides. An address in none of them is public.
 */
const CLASSES: readonly (readonly [block: string, AddressClass])[] = [
  ["0.0.0.0/8", "this-host"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "reserved"],
  ["192.31.196.0/24", "special-purpose"], // AS112 (RFC 7535)
  ["192.52.193.0/24", "special-purpose"], // AMT (RFC 7450)
  ["192.88.99.0/24", "reserved"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "special-purpose"], // AS112 (RFC 7534)
  ["198.18.0.0/15", "reserved"],
  ["198.51.100.0/24", "reserved"],
  ["203.0.113.0/24", "reserved"],
  ["224.0.0.0/4", "multicast"],
  ["255.255.255.255/32", "multicast"],
  ["240.0.0.0/4", "reserved"],
  ["::/128", "this-host"],
  ["::1/128", "loopback"],
  ["::/96", "special-purpose"], // IPv4-compatible, deprecated (RFC 4291 §2.5.5.1)
  ["::ffff:0:0:0/96", "special-purpose"], // SIIT (RFC 2765 §2.1)
  // Only the operator of the network knows which layout is used (RFC 8215), so the IPv4 address is uncertain.
  ["64:ff9b:1::/48", "reserved"],
  ["100::/64", "reserved"],
  ["100:0:0:1::/64", "reserved"], // dummy prefix (RFC 9780)
  ["2001::/23", "reserved"], // with Teredo, ORCHID, benchmarking
  ["2001:db8::/32", "reserved"],
  ["2002::/16", "special-purpose"], // 6to4 (RFC 7526)
  ["2620:4f:8000::/48", "special-purpose"], // AS112 (RFC 7534)
  ["3fff::/20", "reserved"], // documentation (RFC 9637)
  ["5f00::/16", "reserved"], // segment identifiers (RFC 9602)
  ["fc00::/7", "private"],
  ["fec0::/10", "private"],
  ["fe80::/10", "link-local"],
  ["ff00::/8", "multicast"],
];

/** Blocks of IPv6 whose addresses carry an IPv4 address, where its four bytes are, and whether they are inverted. */
const CARRIERS: readonly (readonly [block: string, at: readonly number[], inverted?: boolean])[] = [
  ["::ffff:0:0/96", [12, 13, 14, 15]],
  ["::/96", [12, 13, 14, 15]],
  ["::ffff:0:0:0/96", [12, 13, 14, 15]],
  ["64:ff9b::/96", [12, 13, 14, 15]],
  // Every layout of RFC 6052 §2.2 that fits into the prefix.
  ["64:ff9b:1::/48", [6, 7, 9, 10]],
  ["64:ff9b:1::/48", [7, 9, 10, 11]],
  ["64:ff9b:1::/48", [9, 10, 11, 12]],
  ["64:ff9b:1::/48", [12, 13, 14, 15]],
  ["2002::/16", [2, 3, 4, 5]],
  // Teredo (RFC 4380 §4): the server, and the client, which is inverted.
  ["2001::/32", [4, 5, 6, 7]],
  ["2001::/32", [12, 13, 14, 15], true],
];

/** Is the interface identifier one of ISATAP, [02]00:5efe and an IPv4 address (RFC 5214 §6.1)? */
function isIsatap(octets: Uint8Array): boolean {
  return (octets[8]! & 0xfd) === 0 && octets[9] === 0 && octets[10] === 0x5e && octets[11] === 0xfe;
}

/**
 * Returns all addresses that an address can reach: itself, and each IPv4 address that it carries. An IPv4 address and
 * its IPv4-mapped form (RFC 4291 §2.5.5.2) are the same address, and each has the other one in its set.
 */
export function addressSet(octets: Uint8Array): readonly Uint8Array[] {
  if (octets.length === 4) {
    const mapped = MAPPED.octets.slice();
    mapped.set(octets, 12);
    return [octets, mapped];
  }
  // "::" and "::1" carry nothing, although they are in the block of the IPv4-compatible addresses.
  if (HOSTS.some((host) => isInBlock(octets, host))) return [octets];
  const set = [octets];
  for (const [block, at, flip] of CARRIER_BLOCKS)
    if (isInBlock(octets, block)) set.push(Uint8Array.from(at, (i) => octets[i]! ^ flip));
  if (isIsatap(octets)) set.push(octets.subarray(12));
  return set;
}

/** The strictest class of all addresses that an address of 4 or 16 bytes can reach. */
export function classifyAddress(octets: Uint8Array): AddressClass {
  return strictest(addressSet(octets));
}

/** The strictest class among addresses, each judged by itself. */
export function strictest(set: readonly Uint8Array[]): AddressClass {
  return STRICTNESS[Math.max(0, ...set.map((octets) => STRICTNESS.indexOf(ownClass(octets))))]!;
}

/** The class of an address without what it carries: of an IPv4-mapped address "public". */
export function ownClass(octets: Uint8Array): AddressClass {
  return CLASS_BLOCKS.find(([block]) => isInBlock(octets, block))?.[1] ?? "public";
}

/** Returns the IPv4 address of an IPv4-mapped address, and any other address unchanged. */
export function unmapped(octets: Uint8Array): Uint8Array {
  return isInBlock(octets, MAPPED) ? octets.subarray(12) : octets;
}

/** A block of addresses, such as "10.1.0.0/16" or "fe80::/10". A single address is a block of one. */
export interface AddressBlock {
  readonly octets: Uint8Array;
  readonly bits: number;
}

/**
 * Parses a block. IPv4-mapped addresses, such as "::ffff:10.0.0.0/104", become the block of their IPv4 addresses.
 *
 * @throws {OptionValueError} the text is not a block.
 */
export function parseAddressBlock(text: string): AddressBlock {
  const block = readBlock(text);
  if (block.bits < 96 || !isInBlock(block.octets, MAPPED)) return block;
  return { octets: unmapped(block.octets), bits: block.bits - 96 };
}

function readBlock(text: string): AddressBlock {
  const match = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text);
  const octets = match === null ? undefined : parseAddress(match[1]!);
  const bits = match?.[2] === undefined ? (octets?.length ?? 0) * 8 : Number(match[2]);
  if (octets === undefined || bits > octets.length * 8)
    throw new OptionValueError(
      `addresses, or addresses with a prefix length, instead of ${JSON.stringify(text)}`,
    );
  return { octets, bits };
}

/** Is the address itself in the block? Addresses and blocks of different families never match here. */
export function isInBlock(octets: Uint8Array, block: AddressBlock): boolean {
  if (octets.length !== block.octets.length) return false;
  for (let i = 0; i * 8 < block.bits; i++) {
    const mask = (0xff << Math.max(0, 8 - (block.bits - i * 8))) & 0xff;
    if (((octets[i]! ^ block.octets[i]!) & mask) !== 0) return false;
  }
  return true;
}

/**
 * Can an address with this set reach the block? With {@link addressSet}, "127.0.0.0/8" has `::ffff:127.0.0.1` and
 * `64:ff9b::7f00:1`, and "::/0" has every address.
 */
export function reachesBlock(set: readonly Uint8Array[], block: AddressBlock): boolean {
  return set.some((octets) => isInBlock(octets, block));
}

const MAPPED: AddressBlock = readBlock("::ffff:0:0/96");
const HOSTS: readonly AddressBlock[] = [readBlock("::"), readBlock("::1")];
const CLASS_BLOCKS = CLASSES.map(([block, itsClass]) => [parseAddressBlock(block), itsClass] as const);
const CARRIER_BLOCKS = CARRIERS.map(
  ([block, at, inverted]) => [readBlock(block), at, inverted ? 0xff : 0] as const,
);
