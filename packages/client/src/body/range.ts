import type { ByteRange, Completeness } from "@anyurl/core";

/** @throws {RangeError} no octets in front of the first, no half ones, and none that ends before it begins. */
export function checkRange({ start, end }: ByteRange): ByteRange {
  if (!Number.isSafeInteger(start) || start < 0)
    throw new RangeError("invalid option range.start: expected a whole number, 0 or more");
  if (end === undefined) return { start };
  if (!Number.isSafeInteger(end) || end < start)
    throw new RangeError("invalid option range.end: expected a whole number, range.start or more");
  return { start, end };
}

/**
 * The octets of a body within a range, whatever the server has sent: a body that begins with octet `from` of its entity
 * is cut. Nothing is read behind the end: leaving the body closes the connection.
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
    // The value of a generator that is ended from without is nobody's.
    await body.return("unknown");
  }
}
