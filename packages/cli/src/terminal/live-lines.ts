import type { Output } from "../host-io.ts";
import { stringWidth } from "../render/string-width.ts";

/** Lines at the bottom of a terminal that are redrawn. */
export interface LiveLines {
  /** Replaces the lines. Does nothing while a previous drawing is being written. */
  show(lines: readonly string[]): Promise<void>;
  /** Removes the lines; the cursor returns to the start of the first one. */
  clear(): Promise<void>;
}

/**
 * Creates live lines. The cursor stays after the last line and no mode changes, so an interruption needs no cleanup.
 */
export function createLiveLines(output: Output): LiveLines {
  let shown: readonly string[] = [];
  let drawing: Promise<void> = Promise.resolve();
  let isDrawing = false;

  /** Draws with a single write, to avoid flicker. */
  const draw = (lines: readonly string[]): Promise<void> => {
    const text = eraseSequence(shown, output.columns) + lines.join("\n");
    shown = lines;
    isDrawing = true;
    drawing = output.write(text).finally(() => {
      isDrawing = false;
    });
    return drawing;
  };
  return {
    show: async (lines) => {
      if (!isDrawing) await draw(lines);
    },
    async clear() {
      await drawing.catch(() => {});
      if (shown.length > 0) await draw([]);
    },
  };
}

/**
 * Returns the sequence that moves the cursor to the start of the first line and erases everything below. A narrower
 * window wraps long lines into more rows.
 */
function eraseSequence(lines: readonly string[], columns = 80): string {
  const rows = lines.map((line) => Math.max(1, Math.ceil(stringWidth(line) / columns)));
  const up = rows.reduce((sum, each) => sum + each, 0) - 1;
  return up > 0 ? `\r\x1b[${up}A\x1b[J` : "\r\x1b[K";
}
