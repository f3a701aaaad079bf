import type { Output } from "../host-io.ts";
import { stringWidth } from "../render/string-width.ts";

/** Lines at the bottom of a terminal that are drawn again and again. */
export interface LiveLines {
  /** Draws these in the place of those before. A drawing that is under way is not disturbed: then nothing is drawn. */
  show(lines: readonly string[]): Promise<void>;
  /** Removes them; the cursor stands where the first one began. */
  clear(): Promise<void>;
}

/** The cursor rests behind the last line: whoever interrupts leaves nothing to put back, no mode and no hidden cursor. */
export function createLiveLines(output: Output): LiveLines {
  let shown: readonly string[] = [];
  let drawing: Promise<void> = Promise.resolve();
  let isDrawing = false;

  /** In one piece, so that nothing flickers. */
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

/** Back to where the first line began, and all below it away. Lines that a narrower window has folded take more rows. */
function eraseSequence(lines: readonly string[], columns = 80): string {
  const rows = lines.map((line) => Math.max(1, Math.ceil(stringWidth(line) / columns)));
  const up = rows.reduce((sum, each) => sum + each, 0) - 1;
  return up > 0 ? `\r\x1b[${up}A\x1b[J` : "\r\x1b[K";
}
