import { displayText } from "anyurl";
import { truncateToWidth } from "../render/columns.ts";
import { stringWidth } from "../render/string-width.ts";
import { type Block, formatField, type Page, type Span } from "./page.ts";
import { type Line, type Run, wrapLines, wrapWords } from "./wrap.ts";

export type { Line, Run } from "./wrap.ts";

/** A page as lines of a terminal. */
export interface Layout {
  readonly lines: readonly Line[];
  /** The first line of each link, by its index; `undefined` if it is not shown. */
  readonly linkLines: readonly (number | undefined)[];
  /** The first line of each block. */
  readonly blockLines: readonly number[];
  /** The pictures, with the line in whose place each is drawn. */
  readonly pictures: readonly {
    readonly line: number;
    readonly block: Extract<Block, { is: "picture" }>;
  }[];
}

export interface LayoutOptions {
  /** Columns of the terminal. No line is wider. */
  readonly width: number;
  /** Lines to leave empty for a picture; 0 shows its description only. Default 0. */
  readonly pictureRows?: number;
}

/** Fewer columns cannot show a number, a blank, and a wide character. */
const MIN_WIDTH = 10;

/**
 * Lays out a page: lines that are not wider than the terminal, with a number before each link. This is where all texts
 * of servers become safe to print: no control or invisible character gets past here.
 */
export function layOut(page: Page, { width, pictureRows = 0 }: LayoutOptions): Layout {
  const columns = Math.max(MIN_WIDTH, width);
  const numbers = new Numbers(page);
  const lines: Line[] = [];
  const blockLines: number[] = [];
  const pictures: { line: number; block: Extract<Block, { is: "picture" }> }[] = [];
  for (const block of page.blocks) {
    if ("gap" in block && block.gap === true && lines.length > 0 && lines.at(-1)!.length > 0) lines.push([]);
    blockLines.push(lines.length);
    if (block.is === "picture" && pictureRows > 0) {
      pictures.push({ line: lines.length, block });
      for (let i = 0; i < pictureRows; i++) lines.push([]);
    }
    for (const line of layOutBlock(block, numbers, columns)) lines.push(line);
  }
  return { lines, linkLines: findLinkLines(lines, page.links.length), blockLines, pictures };
}

function layOutBlock(block: Block, numbers: Numbers, width: number): readonly Line[] {
  switch (block.is) {
    case "paragraph": {
      const { marker = "" } = block;
      const mark = marker === "" ? "" : `${displayText(marker)} `;
      // In a narrow terminal the text needs the columns more than its structure does.
      const indent = Math.min(Math.max(block.indent ?? 0, stringWidth(mark)), Math.floor(width / 3));
      const first = truncateToWidth(mark, indent).padStart(indent);
      return wrapWords(numbers.runs(block.spans, collapseSpaces), { width, first, indent });
    }
    case "verbatim": {
      const indent = block.besideEntries === true ? Math.min(numbers.gutter, Math.floor(width / 3)) : 0;
      return wrapLines(
        numbers.runs(block.spans, (text) => text),
        { width, indent },
      );
    }
    case "entry":
      return layOutEntry(block, numbers, width);
    case "picture":
      return wrapWords([{ text: displayText(collapseSpaces(block.text)) }], { width, first: "", indent: 0 });
  }
}

/** Two columns at least are between a name and its metadata. */
const GAP = 2;

/** The name after its number; the metadata at the right, or below if there is no space. */
function layOutEntry(
  { name, details }: Extract<Block, { is: "entry" }>,
  numbers: Numbers,
  width: number,
): readonly Line[] {
  const { gutter } = numbers;
  const number = name.link === undefined ? "" : String(name.link + 1);
  const first: Run = { text: number.padStart(gutter - 1).padEnd(gutter), look: "dim", ...linkOf(name) };
  const shown: Run = { ...name, text: displayText(collapseSpaces(name.text)).trim() || "?" };
  const text = displayText(details.join("  "));
  const room = width - gutter - stringWidth(shown.text) - GAP;
  const metadata: Run = { text, look: "dim" };
  if (text === "") return wrapWords([shown], { width, first, indent: gutter });
  if (stringWidth(text) <= room) {
    const blank = " ".repeat(width - gutter - stringWidth(shown.text) - stringWidth(text));
    return [[first, shown, { text: blank }, metadata]];
  }
  return [
    ...wrapWords([shown], { width, first, indent: gutter }),
    ...wrapWords([metadata], { width, first: " ".repeat(gutter), indent: gutter }),
  ];
}

function linkOf({ link }: Span): Pick<Run, "link"> {
  return link === undefined ? {} : { link };
}

/** A line end alone is one that the document asks for. */
function collapseSpaces(text: string): string {
  return text === "\n" ? text : text.replace(/[ \t\n\r\f]+/g, " ");
}

/** Puts its number before the first text of each link. */
class Numbers {
  readonly #page: Page;
  readonly #seen = new Set<number>();
  /** The columns of the number of an entry, with a blank on each side. */
  readonly gutter: number;

  constructor(page: Page) {
    this.#page = page;
    this.gutter = String(page.links.length).length + 2;
  }

  /** Returns the texts of spans, sanitized. @param prepare changes each text before. */
  runs(spans: readonly Span[], prepare: (text: string) => string): readonly Run[] {
    return spans.flatMap((span): readonly Run[] => {
      const { link } = span;
      const text = sanitizeLines(prepare(this.#textOf(span)));
      if (link === undefined || this.#seen.has(link)) return [{ ...span, text }];
      this.#seen.add(link);
      return [
        { text: `[${link + 1}]`, look: "dim" as const, link },
        { ...span, text: text.trim() === "" ? "?" : text.trimStart() },
      ];
    });
  }

  #textOf({ text, link }: Span): string {
    const target = link === undefined ? undefined : this.#page.links[link];
    if (target?.is !== "field" && target?.is !== "submit") return text;
    const field =
      target.field === undefined ? undefined : this.#page.forms[target.form]?.fields[target.field];
    return field === undefined ? text : formatField(field);
  }
}

function sanitizeLines(text: string): string {
  return displayText(text, { lines: true });
}

function findLinkLines(lines: readonly Line[], count: number): readonly (number | undefined)[] {
  const found = Array.from<number | undefined>({ length: count });
  lines.forEach((line, at) => {
    for (const { link } of line) if (link !== undefined) found[link] ??= at;
  });
  return found;
}
