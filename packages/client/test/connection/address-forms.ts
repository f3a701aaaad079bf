import ipaddr from "ipaddr.js";

/** The bytes of an address, 4 or 16, read by ipaddr.js: a second opinion. */
export type Bytes = readonly number[];

export const bytesOf = (text: string): Bytes => ipaddr.parse(text).toByteArray();
export const formatAddress = (bytes: Bytes): string => ipaddr.fromByteArray([...bytes]).toString();

/** The first and the last address of a block, and the addresses before and after it, where there are any. */
export function edgesOf(block: string) {
  const [text = "", bits] = block.split("/");
  const first = bytesOf(text);
  const size = first.length * 8;
  const start = toBigInt(first);
  const end = start + (1n << BigInt(size - Number(bits))) - 1n;
  return {
    before: start === 0n ? undefined : toBytes(start - 1n, first.length),
    first,
    last: toBytes(end, first.length),
    after: end === (1n << BigInt(size)) - 1n ? undefined : toBytes(end + 1n, first.length),
  };
}

function toBigInt(bytes: Bytes): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function toBytes(value: bigint, length: number): Bytes {
  return Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 0xffn));
}

/** All ways to write an address (RFC 4291 §2.2), and an IPv4 address also as an IPv4-mapped one. */
export function textForms(bytes: Bytes): readonly string[] {
  const plain = bytes.length === 4 ? [bytes.join(".")] : [];
  const long = bytes.length === 4 ? mapped(bytes) : bytes;
  const groups = Array.from({ length: 8 }, (_, i) => ((long[2 * i]! << 8) | long[2 * i + 1]!).toString(16));
  return [
    ...plain,
    formatAddress(long),
    groups.join(":"),
    groups.map((group) => group.padStart(4, "0").toUpperCase()).join(":"),
    `${groups.slice(0, 6).join(":")}:${long.slice(12).join(".")}`,
  ];
}

const mapped = (ipv4: Bytes): Bytes => [...zeros(10), 0xff, 0xff, ...ipv4];
const zeros = (count: number): Bytes => new Array<number>(count).fill(0);
const NAT64_LOCAL: Bytes = [0x00, 0x64, 0xff, 0x9b, 0x00, 0x01];
/** In the layouts of RFC 6052 an attacker chooses what the IPv4 address leaves free. */
const DECOY: Bytes = [8, 8, 8, 8];

/** Every way in which an IPv6 address carries an IPv4 address, written from its RFC. */
export const EMBEDDINGS: Readonly<Record<string, (ipv4: Bytes) => Bytes>> = {
  mapped,
  compatible: (ipv4) => [...zeros(12), ...ipv4],
  siit: (ipv4) => [...zeros(8), 0xff, 0xff, 0, 0, ...ipv4],
  nat64: (ipv4) => [0x00, 0x64, 0xff, 0x9b, ...zeros(8), ...ipv4],
  // RFC 6052 §2.2: bits 64 to 71, byte 8, are the "u" byte, which the IPv4 address skips.
  "nat64 local /48": ([a, b, c, d]) => [...NAT64_LOCAL, a!, b!, 0, c!, d!, 1, ...DECOY],
  "nat64 local /56": ([a, b, c, d]) => [...NAT64_LOCAL, 1, a!, 0, b!, c!, d!, ...DECOY],
  "nat64 local /64": ([a, b, c, d]) => [...NAT64_LOCAL, 1, 1, 0, a!, b!, c!, d!, 8, 8, 8],
  "nat64 local /96": (ipv4) => [...NAT64_LOCAL, 8, 8, 0, 8, 8, 8, ...ipv4],
  "6to4": (ipv4) => [0x20, 0x02, ...ipv4, ...zeros(9), 1],
  "teredo server": (ipv4) => [0x20, 0x01, 0, 0, ...ipv4, ...DECOY, ...DECOY],
  "teredo client": (ipv4) => [0x20, 0x01, 0, 0, ...DECOY, ...DECOY, ...ipv4.map((byte) => byte ^ 0xff)],
  "isatap, private": (ipv4) => [0x26, 0x20, 0, 0, 0x02, 0xd0, 2, 0, 0, 0, 0x5e, 0xfe, ...ipv4],
  "isatap, global": (ipv4) => [0x26, 0x20, 0, 0, 0x02, 0xd0, 2, 0, 2, 0, 0x5e, 0xfe, ...ipv4],
};
