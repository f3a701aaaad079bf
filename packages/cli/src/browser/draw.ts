import { displayText } from "anyurl";
import { truncateToWidth } from "../render/columns.ts";
import { stringWidth } from "../render/string-width.ts";
import type { ConsoleSize } from "../terminal/console.ts";
import type { Line, Run } from "./layout.ts";
import type { Look } from "./page.ts";

/** The parameters of SGR for a look; of bold, italic, faint, and a color. */
const CODES: Readonly<Record<Look, string>> = {
  heading: "1",
  strong: "1",
  emphasis: "3",
  dim: "2",
  error: "31",
};

export interface ScreenView {
  readonly size: ConsoleSize;
  readonly hasColor: boolean;
  readonly title: string;
  /** At the right of the title. */
  readonly progress: string;
  /** The visible lines, already sanitized by the layout. */
  readonly lines: readonly Line[];
  readonly selected: number | undefined;
  readonly status: string;
  /** A question in place of the status, with the cursor after it. */
  readonly prompt?: string | undefined;
}

/** Returns the text that draws the whole terminal: a title, the page, and a status. */
export function drawScreen(view: ScreenView): string {
  const { size, lines, selected, prompt } = view;
  const rows = Math.max(0, size.rows - 2);
  const body = Array.from({ length: rows }, (_, i) => `${drawLine(lines[i] ?? [], view, selected)}\x1b[K`);
  const status = prompt === undefined ? fit(view.status, size.columns) : fitEnd(prompt, size.columns - 1);
  const last =
    prompt === undefined ? `\x1b[7m${pad(status, size.columns)}\x1b[0m` : `${status}\x1b[K\x1b[?25h`;
  return `\x1b[?25l\x1b[H${[drawTitle(view), ...body, last].join("\r\n")}`;
}

function drawTitle({ title, progress, size: { columns } }: ScreenView): string {
  const right = progress === "" ? "" : ` ${progress}`;
  const left = pad(fit(title, columns - right.length), columns - right.length);
  return `\x1b[7m${left}${right}\x1b[0m`;
}

function drawLine(line: Line, { hasColor }: ScreenView, selected: number | undefined): string {
  return line.map((run) => drawRun(run, hasColor, run.link !== undefined && run.link === selected)).join("");
}

function drawRun({ text, look, link }: Run, hasColor: boolean, isSelected: boolean): string {
  const codes: string[] = [];
  if (look !== undefined && (hasColor || look !== "error")) codes.push(CODES[look]);
  if (link !== undefined && look !== "dim") codes.push(hasColor ? "4;36" : "4");
  if (isSelected) codes.push("7");
  return codes.length === 0 ? text : `\x1b[${codes.join(";")}m${text}\x1b[0m`;
}

function fit(text: string, columns: number): string {
  return truncateToWidth(displayText(text), Math.max(1, columns));
}

/** Shows the end of a text, where the user types. */
function fitEnd(text: string, columns: number): string {
  let shown = displayText(text);
  while (shown !== "" && stringWidth(shown) > columns) shown = [...shown].slice(1).join("");
  return shown;
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

/** Returns a line as text, for a terminal that only prints. */
export function formatLine(line: Line): string {
  return line
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}
