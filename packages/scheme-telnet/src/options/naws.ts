import type { TelnetOption } from "./option.ts";

export const NAWS = 31;

/** Characters; 0: not known (RFC 1073). At most 65535. */
export interface WindowSize {
  readonly columns: number;
  readonly rows: number;
}

/** NAWS, the size of our window (RFC 1073): said when the option comes on, and when the size has changed. */
export function naws(size: () => WindowSize | undefined): TelnetOption {
  return {
    code: NAWS,
    name: "naws",
    cite: "RFC 1073",
    agrees: (side) => side === "us" && size() !== undefined,
    begin: () => {
      const now = size();
      return now && sizeParameters(now);
    },
  };
}

/** Two octets each, the higher one first. */
export function sizeParameters({ columns, rows }: WindowSize): readonly number[] {
  return [columns >> 8, columns & 0xff, rows >> 8, rows & 0xff];
}

/** @throws {RangeError} a number that two octets do not hold. */
export function checkedSize(columns: number, rows: number): WindowSize {
  for (const each of [columns, rows]) {
    if (!(Number.isInteger(each) && each >= 0 && each <= 0xffff))
      throw new RangeError("a window has 0 to 65535 columns and rows");
  }
  return { columns, rows };
}
