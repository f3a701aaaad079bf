import type { ScreenRun, ScreenView } from "@anyurl/core";
import { type CodePage, decodeGraphic } from "../ebcdic.ts";
import { type Extended, isHidden, isIntensified, isProtected, NO_EXTENDED } from "./attributes.ts";
import type { ScreenBuffer } from "./buffer.ts";

const BLINK = 0xf1;
const REVERSE = 0xf2;
const UNDERSCORE = 0xf4;
const INTENSIFY = 0xf8;

/** Colors by the low bits of their codes: 0xF1 and following. */
const COLORS: ReadonlyMap<number, NonNullable<ScreenRun["color"]>> = new Map([
  [0xf1, "blue"],
  [0xf2, "red"],
  [0xf3, "magenta"],
  [0xf4, "green"],
  [0xf5, "cyan"],
  [0xf6, "yellow"],
  [0xf7, "white"],
]);

/** What a display shows for control characters. */
const SYMBOLS: ReadonlyMap<number, string> = new Map([
  [0x1c, "*"],
  [0x1e, ";"],
  [0x3f, "●"],
]);

/** The attributes that apply to a position. */
interface Style {
  readonly field: number;
  readonly extended: Extended;
}

/** Without fields, everything is unprotected. */
const UNFORMATTED: Style = { field: 0, extended: NO_EXTENDED };

export interface ViewInit {
  readonly buffer: ScreenBuffer;
  readonly codePage: CodePage;
  readonly isLocked: boolean;
  readonly status: string;
}

/** Returns what a display shows. Characters of hidden fields are not in it. */
export function createView({ buffer, codePage, isLocked, status }: ViewInit): ScreenView {
  const { rows, columns } = buffer.size;
  const start = buffer.findField(0);
  let style = start === undefined ? UNFORMATTED : toStyle(buffer, start);
  const lines: ScreenRun[][] = [];
  for (let row = 0; row < rows; row++) {
    const runs: ScreenRun[] = [];
    let last = "";
    for (let address = row * columns; address < (row + 1) * columns; address++) {
      const { code, field, extended } = buffer.at(address);
      const isField = field !== undefined;
      if (isField) style = toStyle(buffer, address);
      const run = isField ? { text: " " } : toRun(style, extended, decode(code, extended.charset, codePage));
      const { text, ...look } = run;
      const key = JSON.stringify(look);
      if (runs.length > 0 && key === last) runs.push({ ...run, text: runs.pop()!.text + text });
      else runs.push(run);
      last = key;
    }
    lines.push(runs);
  }
  const cursor = { row: Math.floor(buffer.cursor / columns), column: buffer.cursor % columns };
  return { rows, columns, lines, cursor, isLocked, status };
}

function toStyle(buffer: ScreenBuffer, address: number): Style {
  const { field, extended } = buffer.at(address);
  return { field: field!, extended };
}

function decode(code: number, charset: number, codePage: CodePage): string {
  if (charset === 0xf1) return decodeGraphic(code);
  const text = codePage.decode(code) ?? SYMBOLS.get(code) ?? " ";
  // A soft hyphen is visible on these displays.
  return text === "\u00ad" ? "-" : text;
}

function toRun({ field, extended: ofField }: Style, own: Extended, text: string): ScreenRun {
  const highlight = own.highlight === 0 ? ofField.highlight : own.highlight;
  const color = COLORS.get(own.color === 0 ? ofField.color : own.color);
  return {
    text: isHidden(field) ? " " : text,
    ...((isIntensified(field) || highlight === INTENSIFY) && { bold: true }),
    ...(highlight === UNDERSCORE && { underline: true }),
    ...(highlight === REVERSE && { reverse: true }),
    ...(highlight === BLINK && { blink: true }),
    ...(color !== undefined && { color }),
    ...(!isProtected(field) && { input: true }),
  };
}
