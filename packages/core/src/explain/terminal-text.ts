/** First and last code points of the ranges that take two columns of a terminal (Unicode, UAX #11: W and F). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** Returns the width of `text` in terminal columns, after displayText. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const char of text) columns += displayWidthOfChar(char);
  return columns;
}

function displayWidthOfChar(char: string): 0 | 1 | 2 {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (/^[\p{Mn}\p{Me}]$/u.test(char)) return 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) || /^\p{Emoji_Presentation}$/u.test(char)
    ? 2
    : 1;
}

/** Pads `text` with spaces to `width` columns. */
export function padToWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Truncates a text to `width` columns; "…" replaces the rest. */
export function truncateToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const kept = wrapToWidth(text, Math.max(1, width - 1))[0]!;
  return displayWidth(kept) < width ? `${kept}…` : "…";
}

/** Wraps `text` to rows of at most `width` columns, between words if possible. Returns at least one row. */
export function wrapToWidth(text: string, width: number): readonly string[] {
  const found: string[] = [];
  let row = "";
  let columns = 0;
  let blank = -1;
  for (const char of text) {
    const own = displayWidthOfChar(char);
    if (columns + own > width && row !== "") {
      // Move the whole word to the next row, unless it is the only word of this row.
      const whole = char !== " " && blank > 0 ? blank : row.length;
      found.push(row.slice(0, whole).trimEnd());
      row = row.slice(whole).trimStart();
      columns = displayWidth(row);
      blank = -1;
      if (char === " ") continue;
    }
    if (char === " ") blank = row.length;
    row += char;
    columns += own;
  }
  if (row !== "" || found.length === 0) found.push(row);
  return found;
}

/** A function that colors a text for a terminal, or returns it unchanged. */
export type Paint = (colour: Color, text: string) => string;

export type Color = keyof typeof SGR;

/** Select Graphic Rendition (ECMA-48 §8.3.117). Bright blue, because blue is hard to read on black. */
const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 94, magenta: 35, cyan: 36 } as const;

export function createPainter(color: boolean): Paint {
  return (colour, text) => (color && text !== "" ? `\x1b[${SGR[colour]}m${text}\x1b[0m` : text);
}

/** The colors of the components of a URL, in turn. */
const COMPONENT_COLORS: readonly Color[] = ["cyan", "magenta", "yellow", "green", "blue", "red"];

export function componentColor(index: number): Color {
  return COMPONENT_COLORS[index % COMPONENT_COLORS.length]!;
}
