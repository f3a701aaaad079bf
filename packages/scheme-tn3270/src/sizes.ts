import type { ScreenSize } from "./screen/buffer.ts";
import type { ScreenSizes } from "./screen/query-reply.ts";

/** The size of all displays before an application asks for the alternate one. */
const USUAL: ScreenSize = { rows: 24, columns: 80 };

/** The alternate sizes of the models (RFC 2355 §7.1). */
const MODELS: Readonly<Record<string, ScreenSize>> = {
  2: USUAL,
  3: { rows: 32, columns: 80 },
  4: { rows: 43, columns: 80 },
  5: { rows: 27, columns: 132 },
};

/** Returns the sizes of a device type, such as "IBM-3278-4-E". */
export function sizesOfDevice(deviceType: string): ScreenSizes {
  const [, model = "2"] = /^IBM-327[89]-([2-5])/.exec(deviceType) ?? [];
  return { usual: USUAL, alternate: MODELS[model]! };
}

const MINIMUM = 1;

/**
 * Returns the sizes in the image of a BIND (SNA "BIND RU", bytes 20 to 24), which an application has chosen; those of
 * the device if it leaves them to the device, or names larger ones.
 */
export function sizesOfBind(image: Uint8Array, device: ScreenSizes): ScreenSizes {
  const [rows = 0, columns = 0, otherRows = 0, otherColumns = 0, code = 0] = image.subarray(20);
  const usual = { rows, columns };
  const alternate = code === 0x7f ? { rows: otherRows, columns: otherColumns } : usual;
  if (code === 0x00 || code === 0x02) return { usual: USUAL, alternate: USUAL };
  const isFixed = code === 0x7e || code === 0x7f;
  return isFixed && [usual, alternate].every((size) => fits(size, device.alternate))
    ? { usual, alternate }
    : device;
}

function fits({ rows, columns }: ScreenSize, most: ScreenSize): boolean {
  return rows >= MINIMUM && columns >= MINIMUM && rows <= most.rows && columns <= most.columns;
}
