import { parseAddress } from "@anyurl/client";

/** ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
const IPV4_MAPPED_PREFIX: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/**
 * Returns the key by which a client is counted: the IPv4 address, or the first 64 bits of the IPv6 address, because one
 * client usually has a complete /64. `undefined` if it is not an address.
 */
export function toClientKey(address: string): string | undefined {
  const octets = toPlainAddress(address);
  if (octets === undefined) return undefined;
  return octets.length === 4 ? octets.join(".") : `${formatHextets(octets.subarray(0, 8))}::/64`;
}

/** Truncates an address for the log: 24 bits of IPv4, 48 bits of IPv6. */
export function truncateAddress(address: string): string | undefined {
  const octets = toPlainAddress(address);
  if (octets === undefined) return undefined;
  return octets.length === 4
    ? `${octets.subarray(0, 3).join(".")}.0/24`
    : `${formatHextets(octets.subarray(0, 6))}::/48`;
}

export function isLoopback(address: string): boolean {
  const octets = toPlainAddress(address);
  if (octets === undefined) return false;
  if (octets.length === 4) return octets[0] === 127;
  return octets.every((octet, i) => octet === (i === 15 ? 1 : 0));
}

/** Returns the bytes of an address. An IPv4-mapped IPv6 address becomes IPv4. */
function toPlainAddress(address: string): Uint8Array | undefined {
  const octets = parseAddress(address);
  const isMapped = octets?.length === 16 && IPV4_MAPPED_PREFIX.every((octet, i) => octets[i] === octet);
  return isMapped ? octets.subarray(12) : octets;
}

function formatHextets(octets: Uint8Array): string {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  return Array.from({ length: octets.length / 2 }, (_, i) => view.getUint16(2 * i).toString(16)).join(":");
}
