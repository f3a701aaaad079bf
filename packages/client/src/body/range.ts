import type { ByteRange, Completeness, RangeRequest } from "@anyurl/core";

/** A strong entity-tag in ASCII (RFC 9110 §8.8.3). */
const STRONG_TAG = /^"[\x21\x23-\x7e]*"$/;

/** Returns a range; `undefined` if it is not valid. */
export function readRange({ start, end, etag }: RangeRequest): RangeRequest | undefined {
  if (!Number.isSafeInteger(start) || start < 0) return undefined;
  if (etag !== undefined && !STRONG_TAG.test(etag)) return undefined;
  const version = etag === undefined ? undefined : { etag };
  if (end === undefined) return { start, ...version };
  return Number.isSafeInteger(end) && end >= start ? { start, end, ...version } : undefined;
}

/** Returns the range from a position to the end, of the version with an entity tag if that is strong. */
export function restOfVersion(start: number, etag: string | undefined): RangeRequest {
  return etag !== undefined && STRONG_TAG.test(etag) ? { start, etag } : { start };
}

/**
 * Yields the bytes of a body that are within a range. The body starts with the byte `from` of its entity. Nothing is
 * read after the end of the range: ending the body closes the connection.
 */
export async function* limitToRange(
  body: AsyncGenerator<Uint8Array, Completeness, void>,
  from: number,
  { start, end = Number.POSITIVE_INFINITY }: ByteRange,
): AsyncGenerator<Uint8Array, Completeness, void> {
  let at = from;
  try {
    while (at < end) {
      const next = await body.next();
      if (next.done === true) return next.value;
      const octets = next.value;
      const piece = octets.subarray(Math.max(0, start - at), Math.max(0, end - at));
      at += octets.length;
      if (piece.length > 0) yield piece;
    }
    return true;
  } finally {
    // This return value is not used.
    await body.return("unknown");
  }
}
