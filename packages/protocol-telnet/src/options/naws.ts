import type { TelnetOption } from "./option.ts";

export const NAWS = 31;

/** Characters; 0: unknown (RFC 1073). At most 65535. */
export interface WindowSize {
  readonly columns: number;
  readonly rows: number;
}

/** NAWS, the window size (RFC 1073): sent if the option is enabled, and if the size changes. */
export function createNaws(size: () => WindowSize | undefined): TelnetOption {
  return {
    code: NAWS,
    name: "naws",
    cite: "RFC 1073",
    agrees: (side) => side === "us" && size() !== undefined,
    begin: () => {
      const now = size();
      return now && formatSize(now);
    },
  };
}

/** Formats two bytes for each value, in network byte order. */
export function formatSize({ columns, rows }: WindowSize): readonly number[] {
  return [columns >> 8, columns & 0xff, rows >> 8, rows & 0xff];
}

/** @throws {RangeError} a value is not a whole number from 0 to 65535. */
export function checkWindowSize(columns: number, rows: number): WindowSize {
  for (const each of [columns, rows]) {
    if (!(Number.isInteger(each) && each >= 0 && each <= 0xffff))
      throw new RangeError("invalid window size: expected columns and rows from 0 to 65535");
  }
  return { columns, rows };
}
