import type { ByteRange, Completeness } from "@anyurl/core";

/** Checks a range. @throws {RangeError} the start or end is negative or fractional, or the end is below the start. */
export function checkRange({ start, end }: ByteRange): ByteRange {
  if (!Number.isSafeInteger(start) || start < 0)
    throw new RangeError("invalid option range.start: expected a whole number, 0 or more");
  if (end === undefined) return { start };
  if (!Number.isSafeInteger(end) || end < start)
    throw new RangeError("invalid option range.end: expected a whole number, range.start or more");
  return { start, end };
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
