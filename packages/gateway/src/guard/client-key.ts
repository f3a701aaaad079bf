import { addressOctets } from "@anyurl/client";

/** ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/**
 * By what a client is counted: an address of IPv4, or the first 64 bits of one of IPv6, for whoever has one of these
 * has them all. `undefined` for what is no address.
 */
export function clientKey(address: string): string | undefined {
  const octets = plainOctets(address);
  if (octets === undefined) return undefined;
  return octets.length === 4 ? octets.join(".") : `${hextets(octets.subarray(0, 8))}::/64`;
}

/** An address with which nobody is told from the neighbours: 24 bits of IPv4, 48 of IPv6. */
export function shortenedAddress(address: string): string | undefined {
  const octets = plainOctets(address);
  if (octets === undefined) return undefined;
  return octets.length === 4
    ? `${octets.subarray(0, 3).join(".")}.0/24`
    : `${hextets(octets.subarray(0, 6))}::/48`;
}

export function isLoopback(address: string): boolean {
  const octets = plainOctets(address);
  if (octets === undefined) return false;
  if (octets.length === 4) return octets[0] === 127;
  return octets.every((octet, i) => octet === (i === 15 ? 1 : 0));
}

/** Of an address of IPv4 that is written as one of IPv6, the four that count. */
function plainOctets(address: string): Uint8Array | undefined {
  const octets = addressOctets(address);
  const isMapped = octets?.length === 16 && MAPPED.every((octet, i) => octets[i] === octet);
  return isMapped ? octets.subarray(12) : octets;
}

function hextets(octets: Uint8Array): string {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  return Array.from({ length: octets.length / 2 }, (_, i) => view.getUint16(2 * i).toString(16)).join(":");
}
