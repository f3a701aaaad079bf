import { displayText } from "anyurl";
import type { RedactedUrl } from "../redacted-url.ts";
import { stringWidth } from "./string-width.ts";

/** A line with a URL or a range of it, and a line with carets below that range. */
export interface CaretLines {
  readonly line: string;
  readonly carets: string;
}

/** Maximum columns to show before and after the range if the URL is too long for one line. */
const BEFORE = 50;
const AFTER = 30;

/**
 * Draws a URL with carets below a range:
 *
 *     gopher://host/1a%0D%0AMAIL
 *                     ^^^
 *
 * @param start UTF-16 code units of the real text, [start, end); an empty range gets one caret.
 */
export function drawCaret(shown: RedactedUrl, start: number, end: number, width: number): CaretLines {
  const from = alignToCharacter(shown.text, shown.at(start));
  const to = Math.max(from, alignToCharacter(shown.text, shown.at(end)));
  const fits = stringWidth(displayText(shown.text)) <= width;
  const first = fits
    ? 0
    : alignToCharacter(shown.text, Math.max(0, from - Math.min(BEFORE, Math.floor(width / 2))));
  const last = fits
    ? shown.text.length
    : alignToCharacter(
        shown.text,
        // One column each for the two ellipses.
        Math.min(shown.text.length, Math.min(to, from + BEFORE) + AFTER, first + width - 2),
      );
  const head = first > 0 ? "…" : "";
  const before = head + displayText(shown.text.slice(first, from));
  const marked = displayText(shown.text.slice(from, Math.min(to, last)));
  const after =
    displayText(shown.text.slice(Math.min(to, last), last)) + (last < shown.text.length ? "…" : "");
  return {
    line: before + marked + after,
    carets: " ".repeat(stringWidth(before)) + "^".repeat(Math.max(1, stringWidth(marked))),
  };
}

/** Do not split a surrogate pair: each half alone would be shown as an escape. */
function alignToCharacter(text: string, offset: number): number {
  const high = text.charCodeAt(offset - 1);
  const low = text.charCodeAt(offset);
  const split = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return split ? offset - 1 : offset;
}
