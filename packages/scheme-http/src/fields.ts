import type { HttpField } from "@anyurl/core/exchange";

/** The value of a field that occurs once; `undefined` where it does not, or several times. */
export function fieldValue(fields: readonly HttpField[], name: string): string | undefined {
  const values = fields.filter(([each]) => each === name);
  return values.length === 1 ? values[0]![1] : undefined;
}

/** The elements of a list (RFC 9110 §5.6.1), over all fields of that name. Empty ones count for nothing. */
export function elementsOf(fields: readonly HttpField[], name: string): readonly string[] {
  return fields
    .flatMap(([each, value]) => (each === name ? value.split(",") : []))
    .map((element) => element.trim())
    .filter((element) => element !== "");
}

/** 1*DIGIT that a number can hold; `undefined` for anything else: what a peer says of sizes is advice. */
export function numberOf(digits: string | undefined): number | undefined {
  if (digits === undefined || !/^[0-9]{1,16}$/.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Content-Range = "bytes" SP first "-" last "/" ( complete / "*" ), or "bytes" SP "*" "/" complete   (RFC 9110 §14.4) */
export interface ContentRange {
  /** Absent: no octet of those that were asked for is there. */
  readonly first?: number;
  /** Included. */
  readonly last?: number;
  /** Absent: nobody knows. */
  readonly size?: number;
}

/** `undefined`: it is none. */
export function contentRangeOf(fields: readonly HttpField[]): ContentRange | undefined {
  const value = fieldValue(fields, "content-range") ?? "";
  const match = /^bytes (?:([0-9]{1,16})-([0-9]{1,16})|\*)\/([0-9]{1,16}|\*)$/i.exec(value);
  if (match === null) return undefined;
  const [first, last, size] = [numberOf(match[1]), numberOf(match[2]), numberOf(match[3])];
  if (match[1] === undefined) return size === undefined ? undefined : { size };
  if (first === undefined || last === undefined || last < first) return undefined;
  if (match[3] !== "*" && (size === undefined || last >= size)) return undefined;
  return { first, last, ...(size !== undefined && { size }) };
}
