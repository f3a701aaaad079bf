import { CharSet } from "../syntax/charset.ts";
import { parse } from "../syntax/reference.ts";
import type { Url } from "../syntax/url.ts";

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
