import { redact } from "../redact.ts";
import type { Piece } from "./explanation.ts";

/** What is shown for a secret, whatever its length. */
export const STARS = "***";

/** A stretch of a text that is not shown, UTF-16 code units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Where `redact` hides something of `text`; `undefined` where it hides nothing.
 *
 *     ftp://alice:s3cret@host/     [12, 18)
 */
export function hiddenIn(text: string): Stretch | undefined {
  const shown = redact(text);
  if (shown === text) return undefined;
  const shorter = Math.min(text.length, shown.length);
  let start = 0;
  while (start < shorter && text[start] === shown[start]) start++;
  let same = 0;
  while (same < shorter - start && text.at(-1 - same) === shown.at(-1 - same)) same++;
  // A secret may begin or end with "*": then some of the stars were taken for text that stays.
  while (shown.length - same - start < STARS.length && shown[start - 1] === "*") start--;
  while (shown.length - same - start < STARS.length && same > 0 && shown.at(-same) === "*") same--;
  return { start, end: text.length - same };
}

/** `text` as pieces: what is shown, and stars for what is hidden. */
export function piecesOf(text: string, hidden: Stretch | undefined): readonly Piece[] {
  const { start, end } = hidden ?? { start: text.length, end: text.length };
  const pieces: readonly Piece[] = [
    { start: 0, end: start, raw: text.slice(0, start), secret: false },
    { start, end, raw: STARS, secret: true },
    { start: end, end: text.length, raw: text.slice(end), secret: false },
  ];
  return pieces.filter((piece) => piece.end > piece.start);
}

/** The place in the shown text of a place in the real one. Within what is hidden: where that begins. */
export function shownAt(pieces: readonly Piece[], offset: number): number {
  let at = 0;
  for (const { start, end, raw, secret } of pieces) {
    if (offset < end) return secret || offset <= start ? at : at + offset - start;
    at += raw.length;
  }
  return at;
}
