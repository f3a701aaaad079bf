/** A range of bytes of a message or a part. */
export interface PartialRange {
  readonly offset: number;
  /** `undefined`: up to the end. */
  readonly length: number | undefined;
}

/** nz-number and number   (RFC 3501 §9) */
export const MAX_NUMBER = 0xffff_ffff;

/** A name of RFC 4422 §3.1. */
export function isMechanism(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,20}$/.test(name);
}

/** date-time of RFC 3339 §5.6. */
export function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
}

export function readNumber(digits: string, min: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,9})$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= min && number <= MAX_NUMBER ? number : undefined;
}

export function readPartial(text: string): PartialRange | undefined {
  const [first = "", second, ...rest] = text.split(".");
  const offset = readNumber(first, 0);
  const length = second === undefined ? undefined : readNumber(second, 1);
  if (offset === undefined || rest.length > 0 || (second !== undefined && length === undefined))
    return undefined;
  return { offset, length };
}
