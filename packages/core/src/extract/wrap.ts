import { CharSet } from "../charset.ts";
import { parse } from "../reference.ts";
import type { Url } from "../url.ts";

export interface WrapOptions {
  /** How many characters a line may have; more where nothing shorter can be broken. */
  readonly width: number;
  /** How many blanks to put in front of every line but the first. Default 0. */
  readonly indent?: number;
}

/** After these a line may end. Never after a hyphen: a typesetter may have added it (RFC 1738 appendix). */
const BREAK_AFTER: CharSet = new CharSet("/?&=;,.:");
const PERCENT = 0x25;
/** As many as `extract` follows when nothing else is asked of it. */
const MAX_BREAKS = 64;

/**
 * Writes a URL as RFC 1738 recommends in running text, `<URL:…>`, broken over lines of `width` characters, of which
 * `extract` makes the same URL again. A URL that would take more than 65 lines gets wider ones.
 *
 * @throws {UrlSyntaxError} what parse throws: a text that is no URL is not wrapped.
 * @throws {RangeError} a width or an indentation that is no whole number; a width below 1.
 */
export function wrap(url: Url | string, { width, indent = 0 }: WrapOptions): string {
  if (typeof width !== "number" || !(width >= 1) || !Number.isInteger(indent) || indent < 0) {
    throw new RangeError(
      "invalid width or indent: expected a width from 1, and a whole number from 0 as indent",
    );
  }
  const text = typeof url === "string" ? parse(url).href : url.href;
  const pieces = piecesOf(`<URL:${text}>`);
  for (let room = width; ; room *= 2) {
    const lines = filled(pieces, room, indent);
    if (lines.length <= MAX_BREAKS + 1) return lines.join(`\n${" ".repeat(indent)}`);
  }
}

/** The text in pieces that may each end a line. The first and the last have the wrapper on them. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let i = "<URL:".length; i < text.length - 1; i++) {
    let end = i + 1;
    if (text.charCodeAt(i) === PERCENT) end = i + 3;
    else if (!BREAK_AFTER.has(text.charCodeAt(i))) continue;
    i = end - 1;
    // A line of ">" alone says nothing.
    if (end >= text.length - 1) break;
    pieces.push(text.slice(from, end));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** As many pieces on each line as fit, and one at least. */
function filled(pieces: readonly string[], width: number, indent: number): readonly string[] {
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
