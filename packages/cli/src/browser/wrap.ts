import { stringWidth } from "../render/string-width.ts";
import type { Look } from "./page.ts";

/** A sanitized text of a line, in one look. */
export interface Run {
  readonly text: string;
  readonly look?: Look;
  readonly link?: number;
}

export type Line = readonly Run[];

export interface WrapOptions {
  /** Maximum number of columns of a line. */
  readonly width: number;
  /** Columns before each line but the first. */
  readonly indent: number;
}

/** Wraps words. @param first stands before the first line, in place of the indent. */
export function wrapWords(
  runs: readonly Run[],
  { width, indent, first }: WrapOptions & { readonly first: string | Run },
): readonly Line[] {
  const before: Run = typeof first === "string" ? { text: first } : first;
  const filler = new LineFiller(width, indent, before);
  let word: Run[] = [];
  let hasSpace = false;
  const endWord = () => {
    if (word.length === 0) return;
    filler.add(word, hasSpace);
    hasSpace = false;
    word = [];
  };
  for (const run of runs) {
    for (const part of run.text.split(/([ \n\t]+)/)) {
      if (part === "") continue;
      if (/^[ \n\t]/.test(part)) {
        endWord();
        hasSpace = true;
        if (part.includes("\n")) filler.breakLine();
      } else word.push({ ...run, text: part });
    }
  }
  endWord();
  return filler.end();
}

/** Wraps lines at their ends, and lines that are too long at a blank, or else anywhere. */
export function wrapLines(runs: readonly Run[], { width, indent }: WrapOptions): readonly Line[] {
  const lines: Line[] = [];
  const margin: Line = indent > 0 ? [{ text: " ".repeat(indent) }] : [];
  for (const line of splitLines(runs)) {
    const expanded = expandTabs(line);
    const isShort = widthOf(expanded) <= width - indent;
    if (isShort) lines.push([...margin, ...expanded]);
    else for (const part of breakLine(expanded, width - indent)) lines.push([...margin, ...part]);
  }
  return lines;
}

function splitLines(runs: readonly Run[]): readonly Line[] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    run.text.split("\n").forEach((text, i) => {
      if (i > 0) lines.push([]);
      if (text !== "") lines.at(-1)!.push({ ...run, text });
    });
  }
  if (lines.length > 1 && lines.at(-1)!.length === 0) lines.pop();
  return lines;
}

const TAB = 8;

function expandTabs(line: Line): Line {
  if (line.every(({ text }) => !text.includes("\t"))) return line;
  let column = 0;
  return line.map((run) => {
    let text = "";
    for (const part of run.text.split(/(\t)/)) {
      const shown = part === "\t" ? " ".repeat(TAB - (column % TAB)) : part;
      column += stringWidth(shown);
      text += shown;
    }
    return { ...run, text };
  });
}

function breakLine(line: Line, width: number): readonly Line[] {
  const filler = new LineFiller(width, 0, { text: "" });
  for (const word of splitWords(line)) filler.addVerbatim(word);
  return filler.end();
}

/** Splits a line into words and the blanks between them. A word can have several looks. */
function splitWords(line: Line): readonly Line[] {
  const words: Run[][] = [];
  let wasBlank: boolean | undefined;
  for (const run of line) {
    for (const text of run.text.split(/( +)/)) {
      if (text === "") continue;
      const isBlank = text.startsWith(" ");
      if (isBlank === wasBlank) words.at(-1)!.push({ ...run, text });
      else words.push([{ ...run, text }]);
      wasBlank = isBlank;
    }
  }
  return words;
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + stringWidth(text), 0);
}

class LineFiller {
  readonly #width: number;
  readonly #indent: number;
  readonly #lines: Run[][] = [];
  #line: Run[];
  #column: number;
  /** The columns before the text of the line. */
  #start: number;

  constructor(width: number, indent: number, first: Run) {
    this.#width = width;
    this.#indent = indent;
    this.#line = first.text === "" ? [] : [first];
    this.#column = stringWidth(first.text);
    this.#start = this.#column;
  }

  add(word: readonly Run[], hasSpace: boolean): void {
    const length = widthOf(word);
    const blank = hasSpace && this.#column > this.#start ? 1 : 0;
    if (this.#column + blank + length > this.#width && this.#column > this.#start) this.breakLine();
    else if (blank === 1) {
      // A blank between two words of a link belongs to the link.
      const last = this.#line.at(-1);
      const isInside = last?.link === word[0]!.link && last?.look === word[0]!.look;
      this.#put(isInside ? { ...last, text: " " } : { text: " " });
    }
    for (const run of word) this.#putBroken(run);
  }

  addVerbatim(word: readonly Run[]): void {
    if (this.#column + widthOf(word) > this.#width && this.#column > this.#start) {
      // Blanks at the break are not shown, nor is a line with only an indent.
      if (this.#line.slice(this.#indent > 0 ? 1 : 0).every(({ text }) => text.trim() === ""))
        this.#clearLine();
      else this.breakLine();
      if (word[0]!.text.startsWith(" ")) return;
    }
    for (const run of word) this.#putBroken(run);
  }

  breakLine(): void {
    this.#lines.push(this.#line);
    this.#clearLine();
  }

  #clearLine(): void {
    this.#line = this.#indent > 0 ? [{ text: " ".repeat(this.#indent) }] : [];
    this.#column = this.#indent;
    this.#start = this.#indent;
  }

  end(): readonly Line[] {
    this.#lines.push(this.#line);
    return this.#lines;
  }

  /** Breaks what is too long for a whole line between two characters. */
  #putBroken(run: Run): void {
    if (this.#column + stringWidth(run.text) <= this.#width) {
      this.#put(run);
      return;
    }
    let part = "";
    let length = 0;
    for (const { segment } of segmenter().segment(run.text)) {
      const columns = stringWidth(segment);
      if (this.#column + length + columns > this.#width && (length > 0 || this.#column > this.#start)) {
        if (part !== "") this.#put({ ...run, text: part });
        this.breakLine();
        part = "";
        length = 0;
      }
      part += segment;
      length += columns;
    }
    if (part !== "") this.#put({ ...run, text: part });
  }

  /** Adds a text; to the last one if both look alike. */
  #put(run: Run): void {
    const last = this.#line.at(-1);
    if (last !== undefined && last.look === run.look && last.link === run.link)
      this.#line[this.#line.length - 1] = { ...last, text: last.text + run.text };
    else this.#line.push(run);
    this.#column += stringWidth(run.text);
  }
}

function segmenter(): Intl.Segmenter {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemes;
}

let graphemes: Intl.Segmenter | undefined;
