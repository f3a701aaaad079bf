import { CharSet } from "../syntax/charset.ts";
import { parse } from "../syntax/reference.ts";
import type { Url } from "../syntax/url.ts";
import { codeUnitAt, isBlank, isLineBreak } from "./characters.ts";
import type { ExtractSettings } from "./options.ts";

export interface WrapOptions {
  /** Maximum characters of a line; a longer line if it cannot be broken. */
  readonly width: number;
  /** Number of spaces before every line except the first. Default 0. */
  readonly indent?: number;
}

/** Characters after which a line can end. Never a hyphen: a typesetter could have added it (RFC 1738 appendix). */
const BREAK_AFTER: CharSet = new CharSet("/?&=;,.:");
const PERCENT = 0x25;
/** The number of line breaks that `extract` accepts by default. */
const MAX_BREAKS = 64;

/**
 * Formats a URL for running text as RFC 1738 recommends, `<URL:…>`, broken into lines of `width` characters. `extract`
 * returns the same URL from it. A URL that would take more than 65 lines gets longer ones.
 *
 * @throws {UrlSyntaxError} what parse throws: a text that is not a URL is not wrapped.
 * @throws {RangeError} a width or an indentation that is not a whole number; a width below 1.
 */
export function wrap(url: Url | string, { width, indent = 0 }: WrapOptions): string {
  if (typeof width !== "number" || !(width >= 1) || !Number.isInteger(indent) || indent < 0) {
    throw new RangeError(
      "invalid width or indent: expected a width from 1, and a whole number from 0 as indent",
    );
  }
  const text = typeof url === "string" ? parse(url).href : url.href;
  const pieces = splitAtBreaks(`<URL:${text}>`);
  for (let room = width; ; room *= 2) {
    const lines = fillLines(pieces, room, indent);
    if (lines.length <= MAX_BREAKS + 1) return lines.join(`\n${" ".repeat(indent)}`);
  }
}

/** Splits the text into chunks that can each end a line. The first and the last include the wrapper. */
function splitAtBreaks(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let i = "<URL:".length; i < text.length - 1; i++) {
    let end = i + 1;
    if (text.charCodeAt(i) === PERCENT) end = i + 3;
    else if (!BREAK_AFTER.has(text.charCodeAt(i))) continue;
    i = end - 1;
    // A line with only ">" is useless.
    if (end >= text.length - 1) break;
    pieces.push(text.slice(from, end));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Fills each line with as many chunks as fit, at least one. */
function fillLines(pieces: readonly string[], width: number, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const room = lines.length === 0 ? width : width - indent;
    if (line !== "" && line.length + piece.length > room) {
      lines.push(line);
      line = "";
    }
    line += piece;
  }
  lines.push(line);
  return lines;
}

/** The text between two delimiters, without white space. */
export interface Unwrapped {
  readonly text: string;
  /** The offset of the closing delimiter. */
  readonly end: number;
  /** The source ranges of the chunks of `text`: start, end, start, end … */
  readonly pieces: readonly number[];
  /** The offsets in `text` of each "-" before a line break. */
  readonly hyphens: readonly number[];
}

interface UnwrapRules {
  /** The char code of the closing delimiter. */
  readonly close: number;
  readonly maxLines: number;
  /** Allow spaces within a line? */
  readonly blanks: boolean;
  /** Allow an empty line? */
  readonly emptyLines: boolean;
}

const LT = 0x3c;

/**
 * Removes the white space from source[from, the closing delimiter). Returns `undefined` if there is no delimiter before
 * the end of the source, a "<", a space that is not allowed, or a limit.
 *
 *     > see <URL:http://h.example/long-
 *          ^ open
 *     >      path>
 *     ^ the mark of a quoted mail, which the line of `open` also has
 */
export function unwrap(
  source: string,
  open: number,
  from: number,
  { close, maxLines, blanks, emptyLines }: UnwrapRules,
  { maxUrlLength, leaders }: ExtractSettings,
): Unwrapped | undefined {
  const pieces: number[] = [];
  const hyphens: number[] = [];
  let text = "";
  let lines = 0;
  let quoting: string | undefined;
  let start = from;
  for (let i = from; i < source.length; ) {
    const code = source.charCodeAt(i);
    if (code === close) {
      if (start < i) pieces.push(start, i);
      return { text: text + source.slice(start, i), end: i, pieces, hyphens };
    }
    if (code === LT) return undefined;
    if (!isBlank(code)) {
      i++;
      if (text.length + i - start > maxUrlLength) return undefined;
      continue;
    }
    if (start < i) pieces.push(start, i);
    text += source.slice(start, i);
    let breaks = 0;
    for (let blank = code; i < source.length && isBlank(blank); blank = codeUnitAt(source, i)) {
      i++;
      if (!isLineBreak(blank)) continue;
      if (blank === 0x0d && codeUnitAt(source, i) === 0x0a) i++;
      breaks++;
      quoting ??= quoteMarks(source, open);
      i = skipQuoting(source, i, quoting, leaders);
      // Another quoting depth means another author: do not join the texts of two authors.
      if (i < 0) return undefined;
    }
    lines += breaks;
    if (lines > maxLines || (breaks > 1 && !emptyLines) || (breaks === 0 && !blanks)) return undefined;
    if (breaks > 0 && text.endsWith("-")) hyphens.push(text.length - 1);
    start = i;
  }
  return undefined;
}

/** Returns the quote marks of a mail at the start of the line that contains `at`: ">>" of "> > text". */
function quoteMarks(source: string, at: number): string {
  let start = at;
  while (start > 0 && !isLineBreak(source.charCodeAt(start - 1))) start--;
  let marks = "";
  for (let i = start; i < at; i++) {
    const char = source[i]!;
    if (char === ">" || char === "|") marks += char;
    else if (char !== " " && char !== "\t") break;
  }
  return marks;
}

/** Returns the end of the quote marks and the comment prefix at the start of a line; -1 if it has other marks. */
function skipQuoting(source: string, at: number, marks: string, leaders: readonly string[]): number {
  let i = at;
  for (const mark of marks) {
    i = skipSpaces(source, i);
    if (source[i++] !== mark) return -1;
  }
  if (leaders.length === 0) return i;
  const word = skipSpaces(source, i);
  const leader = leaders.find(
    (each) => source.startsWith(each, word) && isBlank(codeUnitAt(source, word + each.length)),
  );
  return leader === undefined ? i : word + leader.length;
}

function skipSpaces(source: string, at: number): number {
  let i = at;
  while (source[i] === " " || source[i] === "\t") i++;
  return i;
}

/**
 * Returns the possible texts if lines end in hyphens. First with all hyphens kept: an author who knows the rule of RFC
 * 1738 breaks no line after a hyphen, and software that does not (a log viewer, a mailer) adds none. Then with hyphens
 * removed; with more than `max` of them, only with all removed.
 */
export function hyphenVariants({ text, hyphens }: Unwrapped, max: number): readonly string[] {
  const places = hyphens.length;
  if (places === 0) return [text];
  if (places > max) return [text, dropHyphens(text, hyphens, () => true)];
  return Array.from({ length: 2 ** places }, (_, dropped) => dropped)
    .sort((a, b) => countBits(a) - countBits(b))
    .map((dropped) => dropHyphens(text, hyphens, (place) => (dropped >> place) % 2 === 1));
}

function dropHyphens(
  text: string,
  hyphens: readonly number[],
  isDropped: (place: number) => boolean,
): string {
  let shorter = "";
  let from = 0;
  hyphens.forEach((at, place) => {
    if (!isDropped(place)) return;
    shorter += text.slice(from, at);
    from = at + 1;
  });
  return shorter + text.slice(from);
}

function countBits(number: number): number {
  return number === 0 ? 0 : (number & 1) + countBits(number >> 1);
}
