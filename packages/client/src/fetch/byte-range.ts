/**
 * One range of a Range header (RFC 9110 §14.1.2): positions of octets, both included, or so many of the last.
 */
export type RangeSpec =
  | { readonly first: number; readonly last: number | undefined }
  | { readonly suffix: number };

/** The octets from `start` up to `end`, which is not among them. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * What a Range header asks for. `undefined` where the whole is to be given: there is none, its unit is not
 * "bytes", it is malformed, or it asks for several ranges (RFC 9110 §14.2).
 */
export function parseRange(header: string | null): RangeSpec | undefined {
  const equals = header?.indexOf("=") ?? -1;
  if (header === null || equals < 0 || header.slice(0, equals).toLowerCase() !== "bytes") return undefined;
  // Empty elements of a list count for nothing (RFC 9110 §5.6.1.2).
  const specs = header
    .slice(equals + 1)
    .split(",")
    .map(withoutOws)
    .filter((spec) => spec !== "");
  const [spec] = specs;
  if (spec === undefined || specs.length > 1 || spec.length > MAX_SPEC) return undefined;
  const match = /^([0-9]*)-([0-9]*)$/.exec(spec);
  if (match === null) return undefined;
  const [first, last] = [position(match[1]!), position(match[2]!)];
  if (first === undefined) return last === undefined ? undefined : { suffix: last };
  return last !== undefined && last < first ? undefined : { first, last };
}

/** Two numbers of 20 digits, which is more than a 64 bit size has. */
const MAX_SPEC = 41;

/** What is beyond any size stays there. */
function position(digits: string): number | undefined {
  return digits === "" ? undefined : Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

function withoutOws(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isOws(text[from]!)) from++;
  while (to > from && isOws(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function isOws(char: string): boolean {
  return char === " " || char === "\t";
}

/** The octets of an entity of `size` octets that a range means; `undefined`: it cannot be satisfied. */
export function resolveRange(spec: RangeSpec, size: number): ByteSpan | undefined {
  if ("suffix" in spec)
    return spec.suffix === 0 ? undefined : { start: Math.max(0, size - spec.suffix), end: size };
  if (spec.first >= size) return undefined;
  return { start: spec.first, end: spec.last === undefined ? size : Math.min(spec.last + 1, size) };
}

/** RFC 9110 §14.4: the last position, and not the end. `undefined` for a range that cannot be satisfied. */
export function contentRange(span: ByteSpan | undefined, size: number): string {
  return span === undefined ? `bytes */${size}` : `bytes ${span.start}-${span.end - 1}/${size}`;
}
