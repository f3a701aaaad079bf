import { trimOws } from "../http/response-head.ts";

/** One range of a Range header (RFC 9110 §14.1.2): inclusive byte positions, or a number of bytes at the end. */
export type RangeSpec =
  | { readonly first: number; readonly last: number | undefined }
  | { readonly suffix: number };

/** The bytes from `start` to `end` (exclusive). */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header. Returns `undefined` if the whole resource is to be sent: the header is missing, its unit is
 * not "bytes", it is malformed, or it has several ranges (RFC 9110 §14.2).
 */
export function parseRange(header: string | null): RangeSpec | undefined {
  const equals = header?.indexOf("=") ?? -1;
  if (header === null || equals < 0 || header.slice(0, equals).toLowerCase() !== "bytes") return undefined;
  // Empty list elements are ignored (RFC 9110 §5.6.1.2).
  const specs = header
    .slice(equals + 1)
    .split(",")
    .map(trimOws)
    .filter((spec) => spec !== "");
  const [spec] = specs;
  if (spec === undefined || specs.length > 1 || spec.length > MAX_SPEC) return undefined;
  const match = /^([0-9]*)-([0-9]*)$/.exec(spec);
  if (match === null) return undefined;
  const [first, last] = [position(match[1]!), position(match[2]!)];
  if (first === undefined) return last === undefined ? undefined : { suffix: last };
  return last !== undefined && last < first ? undefined : { first, last };
}

/** Two numbers of 20 digits, which is enough for any 64-bit size. */
const MAX_SPEC = 41;

/** Clamps a position, so that it stays larger than any size. */
function position(digits: string): number | undefined {
  return digits === "" ? undefined : Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

/** Returns the bytes of a range in a resource of `size` bytes, or `undefined` if the range cannot be satisfied. */
export function resolveRange(spec: RangeSpec, size: number): ByteSpan | undefined {
  if ("suffix" in spec)
    return spec.suffix === 0 ? undefined : { start: Math.max(0, size - spec.suffix), end: size };
  if (spec.first >= size) return undefined;
  return { start: spec.first, end: spec.last === undefined ? size : Math.min(spec.last + 1, size) };
}

/**
 * Formats a Content-Range (RFC 9110 §14.4), whose last position is inclusive. `undefined` stands for a range that
 * cannot be satisfied.
 */
export function contentRange(span: ByteSpan | undefined, size: number): string {
  return span === undefined ? `bytes */${size}` : `bytes ${span.start}-${span.end - 1}/${size}`;
}

/** Returns the size if it is a valid one: a server or a plugin can send any number. */
export function toSafeSize(
  described: { readonly size?: number | undefined } | undefined,
): number | undefined {
  const size = described?.size;
  return size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
