import type { HttpField } from "@anyurl/core/exchange";

/** Returns the value of a field that occurs exactly once, otherwise `undefined`. */
export function findFieldValue(fields: readonly HttpField[], name: string): string | undefined {
  let found: string | undefined;
  for (const [each, value] of fields) {
    if (each !== name) continue;
    if (found !== undefined) return undefined;
    found = value;
  }
  return found;
}

/** Returns the elements of a list (RFC 9110 §5.6.1) from all fields of this name. Ignores empty elements. */
export function parseList(fields: readonly HttpField[], name: string): readonly string[] {
  const list: string[] = [];
  for (const [each, value] of fields) {
    if (each !== name) continue;
    for (const element of value.split(",")) if (element.trim() !== "") list.push(element.trim());
  }
  return list;
}

/**
 * Parses 1*DIGIT up to the largest safe integer. Returns `undefined` for any other text, because sizes from a peer are
 * only advisory.
 */
export function parseNumber(digits: string | undefined): number | undefined {
  if (digits === undefined || !/^[0-9]{1,16}$/.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
}

/**
 * Content-Range = "bytes" SP first "-" last "/" ( complete / "*" ), or "bytes" SP "*" "/" complete   (RFC 9110 §14.4)
 */
export interface ContentRange {
  /** Absent: the range is unsatisfiable. */
  readonly first?: number;
  /** Inclusive. */
  readonly last?: number;
  /** Absent: the complete length is unknown. */
  readonly size?: number;
}

/** Parses Content-Range. Returns `undefined` if the field is missing or invalid. */
export function parseContentRange(fields: readonly HttpField[]): ContentRange | undefined {
  const value = findFieldValue(fields, "content-range") ?? "";
  const match = /^bytes (?:([0-9]{1,16})-([0-9]{1,16})|\*)\/([0-9]{1,16}|\*)$/i.exec(value);
  if (match === null) return undefined;
  const [first, last, size] = [parseNumber(match[1]), parseNumber(match[2]), parseNumber(match[3])];
  if (match[1] === undefined) return size === undefined ? undefined : { size };
  if (first === undefined || last === undefined || last < first) return undefined;
  if (match[3] !== "*" && (size === undefined || last >= size)) return undefined;
  return { first, last, ...(size !== undefined && { size }) };
}
