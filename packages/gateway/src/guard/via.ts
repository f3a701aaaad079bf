import { encodeHex } from "@anyurl/core";

/** token (RFC 9110 §5.6.2), allowed as a received-by. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** Maximum number of gateways in a chain. */
const MAX_HOPS = 32;

/** Returns a random name for this gateway in `Via`, which is unique in practice. */
export function randomName(): string {
  const octets = crypto.getRandomValues(new Uint8Array(8));
  return `anyurl-${encodeHex(octets)}`;
}

/** Can this name stand in `Via`, as a received-by? */
export function isReceivedBy(name: string): boolean {
  return TOKEN.test(name);
}

const VISIBLE_ASCII = /^[\t\x20-\x7e]{1,2000}$/;

/** Returns the `Via` header of an outgoing request: the received one with our own name added. */
export function formatVia(name: string, received: string | undefined): string {
  const own = `1.1 ${name}`;
  return received !== undefined && VISIBLE_ASCII.test(received) ? `${received}, ${own}` : own;
}

/**
 * Did this request already pass this gateway? `Via` "can be used for … avoiding request loops" (RFC 9110 §7.6.3).
 * Too many hops also count as a loop.
 */
export function isRequestLoop(via: string, name: string): boolean {
  const hops = via.split(",");
  if (hops.length > MAX_HOPS) return true;
  const own = name.toLowerCase();
  return hops.some(
    (hop) =>
      hop
        .trim()
        .split(/[ \t]+/, 2)[1]
        ?.toLowerCase() === own,
  );
}
