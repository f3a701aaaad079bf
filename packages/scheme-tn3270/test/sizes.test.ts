import { describe, expect, it } from "vitest";
import { sizesOfBind, sizesOfDevice } from "../src/sizes.ts";
import { bytes } from "./world.ts";

const written = ({ rows, columns }: { readonly rows: number; readonly columns: number }) =>
  `${rows} by ${columns}`;

describe("the sizes of a device type (RFC 2355 §7.1)", () => {
  it.each([
    ["IBM-3278-2", "24 by 80"],
    ["IBM-3278-2-E", "24 by 80"],
    ["IBM-3279-3", "32 by 80"],
    ["IBM-3278-4-E", "43 by 80"],
    ["IBM-3279-5-E", "27 by 132"],
    ["IBM-DYNAMIC", "24 by 80"],
    ["IBM-3287-1", "24 by 80"],
    ["xIBM-3278-4", "24 by 80"],
    ["", "24 by 80"],
  ])("%s: 24 by 80, and %s", (name, alternate) => {
    const sizes = sizesOfDevice(name);
    expect([sizes.usual, sizes.alternate].map(written)).toEqual(["24 by 80", alternate]);
  });
});

describe("the sizes of a BIND image, for a device of 43 by 80", () => {
  it.each([
    // The bytes 20 to 24: rows, columns, alternate rows and columns, and which of them count.
    ["18 50 2B 50 7F", "24 by 80", "43 by 80"],
    ["0C 28 18 50 7F", "12 by 40", "24 by 80"],
    ["0C 28 18 50 7E", "12 by 40", "12 by 40"],
    ["01 01 01 01 7F", "1 by 1", "1 by 1"],
    ["2B 50 00 00 7E", "43 by 80", "43 by 80"],
    ["00 00 00 00 00", "24 by 80", "24 by 80"],
    ["0C 28 2B 50 02", "24 by 80", "24 by 80"],
    // Left to the device.
    ["00 00 00 00 03", "24 by 80", "43 by 80"],
    ["0C 28 18 50 01", "24 by 80", "43 by 80"],
    // Larger than the device, or empty.
    ["2C 50 18 50 7F", "24 by 80", "43 by 80"],
    ["2B 51 18 50 7E", "24 by 80", "43 by 80"],
    ["18 50 2C 50 7F", "24 by 80", "43 by 80"],
    ["18 50 2B 51 7F", "24 by 80", "43 by 80"],
    ["00 50 18 50 7F", "24 by 80", "43 by 80"],
    ["18 00 18 50 7F", "24 by 80", "43 by 80"],
    ["18 50 00 50 7F", "24 by 80", "43 by 80"],
    ["18 50 18 00 7F", "24 by 80", "43 by 80"],
    // A short image.
    ["18 50 2B 50", "24 by 80", "24 by 80"],
    ["", "24 by 80", "24 by 80"],
  ])("%s: %s and %s", (size, usual, alternate) => {
    // Bytes before and after them do not count.
    const image = bytes(`31 ${"7F ".repeat(18)} 11 ${size} ${size.length === 14 ? "12 34" : ""}`);
    const sizes = sizesOfBind(image, sizesOfDevice("IBM-3278-4-E"));
    expect([sizes.usual, sizes.alternate].map(written)).toEqual([usual, alternate]);
  });
});
