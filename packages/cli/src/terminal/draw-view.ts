import type { ScreenLook, ScreenView } from "@anyurl/core";
import type { ConsoleSize } from "./console.ts";

const COLORS: readonly NonNullable<ScreenLook["color"]>[] = [
  ...(["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const),
];

/** Characters that could control the terminal, or are not visible. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

export interface DrawInit {
  readonly size: ConsoleSize;
  readonly hasColor: boolean;
  /** Shown below the screen, in place of the status of the view. */
  readonly notice: string;
}

/** Returns a view as the text that draws it, for the whole terminal. A screen that is too large scrolls with the cursor. */
export function drawView(view: ScreenView, { size, hasColor, notice }: DrawInit): string {
  const status = notice || view.status;
  // Without a row below the screen, a message covers the last one.
  const hasRow = size.rows > view.rows;
  const rows = Math.min(view.rows, hasRow || status === "" ? size.rows : size.rows - 1);
  const top = Math.max(0, view.cursor.row - rows + 1);
  const left = Math.max(0, view.cursor.column - size.columns + 1);
  const lines = view.lines.slice(top, top + rows).map((runs) => {
    let column = 0;
    const shown = runs.map(({ text, ...look }) => {
      const characters = [...text.replace(UNSAFE, "?")];
      const from = Math.max(0, left - column);
      const part = characters.slice(from, Math.max(0, left + size.columns - column));
      column += characters.length;
      return part.length === 0 ? "" : `${toSgr(look, hasColor)}${part.join("")}`;
    });
    return `${shown.join("")}\x1b[0m\x1b[K`;
  });
  if (hasRow || status !== "")
    lines.push(`\x1b[7m${[...status.replace(UNSAFE, "?")].slice(0, size.columns).join("")}\x1b[0m\x1b[J`);
  const cursor = `\x1b[${view.cursor.row - top + 1};${view.cursor.column - left + 1}H`;
  return `\x1b[?25l\x1b[H${lines.join("\r\n")}${cursor}\x1b[?25h`;
}

/** Input fields are underlined, so that empty ones are visible. */
function toSgr({ bold, underline, reverse, blink, color, input }: ScreenLook, hasColor: boolean): string {
  const codes = [0];
  if (bold) codes.push(1);
  if (underline || input) codes.push(4);
  if (blink) codes.push(5);
  if (reverse) codes.push(7);
  if (color !== undefined && hasColor) codes.push(30 + COLORS.indexOf(color));
  return `\x1b[${codes.join(";")}m`;
}

/** Returns the rows of a view as text, without blanks at the end of rows and of the screen. */
export function formatView({ lines }: ScreenView): string {
  const rows = lines.map((runs) =>
    runs
      .map(({ text }) => text.replace(UNSAFE, "?"))
      .join("")
      .trimEnd(),
  );
  return `${rows.join("\n").trimEnd()}\n`;
}
