import type { Completeness } from "@anyurl/core";
import { createTransferDecoder } from "@anyurl/core/exchange";

/** Bytes of the message for each chunk. */
const CHUNK_BYTES = 48 * 1024;

/**
 * Decodes a body in chunks (RFC 2045 §6).
 *
 * @throws {AccessError} unsupported: an unknown transfer encoding; truncated: the base64 ends within a group.
 */
export function decodeBody(octets: Uint8Array, encoding: string): Generator<Uint8Array, Completeness, void> {
  const decoder = createTransferDecoder(encoding);
  return decodeChunks(octets, decoder);
}

function* decodeChunks(
  octets: Uint8Array,
  decoder: ReturnType<typeof createTransferDecoder>,
): Generator<Uint8Array, Completeness, void> {
  for (let at = 0; at < octets.length; at += CHUNK_BYTES) {
    const decoded = decoder.push(octets.subarray(at, at + CHUNK_BYTES));
    if (decoded.length > 0) yield decoded;
  }
  const rest = decoder.end();
  if (rest.length > 0) yield rest;
  return true;
}
