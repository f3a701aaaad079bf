import { stringWidth } from "../../packages/cli/src/render/string-width.ts";

const CELL_WIDTH = 8;
const LINE_HEIGHT = 17;
const MARGIN = 10;

/** Draws the text of a terminal with its color codes as an SVG. It has the colors of a dark or a light terminal. */
export function drawScreen(screen: string, columns: number): string {
  const look: Look = { color: "", isBold: false };
  const rows = screen
    .trimEnd()
    .split("\n")
    .map((line) => readRow(line, look));
  const width = columns * CELL_WIDTH + 2 * MARGIN;
  const height = rows.length * LINE_HEIGHT + 2 * MARGIN;
  const lines = rows.map((runs, i) => {
    const y = MARGIN + (i + 0.75) * LINE_HEIGHT;
    return runs.map((run) => drawRun(run, y)).join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>A session of anyurl in a terminal of ${columns} columns</title>
<style>rect{fill:#fff}text{fill:#111;font:13px ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre}@media(prefers-color-scheme:dark){rect{fill:#111}text{fill:#eee}}</style>
<rect width="100%" height="100%"/>
${lines.filter((line) => line !== "").join("\n")}
</svg>
`;
}

interface Look {
  color: string;
  isBold: boolean;
}

/** Text with one look, and the column where it begins. */
interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: string;
}

const SEQUENCE = /\x1b\[([\d;]*)m|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)/g;

/** @param look that of the end of the line before. Afterwards, that of the end of this line. */
function readRow(line: string, look: Look): readonly Run[] {
  const runs: Run[] = [];
  let column = 0;
  let at = 0;
  const add = (text: string) => {
    const style = `${look.color && `fill:${look.color};`}${look.isBold ? "font-weight:bold;" : ""}`;
    if (text.trim() !== "") runs.push({ text, column, style });
    column += stringWidth(text);
  };
  for (const found of line.matchAll(SEQUENCE)) {
    add(line.slice(at, found.index));
    at = found.index + found[0].length;
    if (found[1] !== undefined) readSgr(found[1].split(";").map(Number), look);
  }
  add(line.slice(at));
  return runs;
}

/** Reads the codes that the command uses (ECMA-48 §8.3.117). */
function readSgr(codes: readonly number[], look: Look): void {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === 0) Object.assign(look, { color: "", isBold: false });
    else if (code === 1) look.isBold = true;
    else if (code === 22) look.isBold = false;
    else if (code === 39) look.color = "";
    else if (code === 38 && codes[i + 1] === 5) {
      look.color = paletteColor(codes[i + 2] ?? 0);
      i += 2;
    }
  }
}

/** A color of the palette of 256 colors, beyond the first 16, which each terminal chooses. */
function paletteColor(index: number): string {
  const gray = 8 + 10 * (index - 232);
  const cube = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6];
  const levels = index >= 232 ? [gray, gray, gray] : cube.map((level) => level && 55 + 40 * level);
  return `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
}

function drawRun({ text, column, style }: Run, y: number): string {
  const x = MARGIN + column * CELL_WIDTH;
  const length = stringWidth(text) * CELL_WIDTH;
  const look = style === "" ? "" : ` style="${style}"`;
  return `<text x="${x}" y="${y}" textLength="${length}" xml:space="preserve"${look}>${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
