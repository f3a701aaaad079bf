import { createCodePage } from "../../../packages/scheme-tn3270/src/ebcdic.ts";
import { Display } from "../../../packages/scheme-tn3270/src/screen/display.ts";
import { DataStreamError } from "../../../packages/scheme-tn3270/src/screen/orders.ts";
import { sizesOfDevice } from "../../../packages/scheme-tn3270/src/sizes.ts";
import { demand, type Target } from "../target.ts";
import { wholeTarget } from "./wire.ts";

/** A record of a host of 3270 displays: writes, orders, and structured fields. */
export const tn3270Target: Target = wholeTarget(
  "tn3270",
  [
    "\xf5\xc3\x11\x40\xc1\x1d\x60\xc8\x85\x99\x83\x1d\x4c\x13\x3c\x5d\x7f\x08\xa2\x12\x40\x40\x05",
    "\xf1\xc3\x29\x02\xc0\xe8\x42\xf2\x28\x41\xf4\x81\x2c\x01\xc0\x40\x05\x05\x00",
    "\xf3\x00\x05\x01\xff\x02\x00\x06\x09\x00\x02\x42\x00\x09\x40\x00\xf5\xc3\x81\x82\x83\x00\x00\x01\x00\xf2",
    "\xf3\x00\x06\x0c\x00\x01\x00\x00\x00\x40\x00\x7e\xc3\x11\x00\x50\x81",
  ],
  (record) => {
    const display = new Display({
      ...{ codePage: createCodePage("037"), sizes: sizesOfDevice("IBM-3278-5-E"), numericLock: true },
    });
    let error = "";
    try {
      display.receive(record);
    } catch (thrown) {
      if (!(thrown instanceof DataStreamError)) throw thrown;
      error = `sense ${thrown.sense}`;
    }
    const { view } = display;
    for (const runs of view.lines) {
      const text = runs.map((run) => run.text).join("");
      demand(text.length === view.columns, "a row has a character for each column", text.length);
      demand(!/\p{C}/u.test(text), "a view has no control characters", text);
    }
    demand(view.lines.length === view.rows, "a view has all rows", view.lines.length);
    const { row, column } = view.cursor;
    demand(row < view.rows && column < view.columns, "the cursor is on the screen", row, column);
    return { error, isLocked: view.isLocked, fields: display.buffer.fields.length };
  },
);
