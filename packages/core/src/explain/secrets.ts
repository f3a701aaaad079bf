import { redact } from "../operations/redact.ts";
import type { DisplayRun } from "./explanation.ts";

/** The mask of a secret, whatever its length. */
export const MASK = "***";

/** A hidden range of a text, in UTF-16 code units. */
export interface HiddenRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range that `redact` hides in `text`; `undefined` if it hides nothing.
 *
 *     ftp://alice:s3cret@host/     [12, 18)
 */
export function findHiddenRange(text: string): HiddenRange | undefined {
  const shown = redact(text);
  if (shown === text) return undefined;
  const shorter = Math.min(text.length, shown.length);
  let start = 0;
  while (start < shorter && text[start] === shown[start]) start++;
  let same = 0;
  while (same < shorter - start && text.at(-1 - same) === shown.at(-1 - same)) same++;
  // A secret can begin or end with "*". Then some of the stars were counted as displayed text.
  while (shown.length - same - start < MASK.length && shown[start - 1] === "*") start--;
  while (shown.length - same - start < MASK.length && same > 0 && shown.at(-same) === "*") same--;
  return { start, end: text.length - same };
}

/** Splits `text` into displayed runs and stars for the hidden range. */
export function splitAtSecrets(text: string, hidden: HiddenRange | undefined): readonly DisplayRun[] {
  const { start, end } = hidden ?? { start: text.length, end: text.length };
  const pieces: readonly DisplayRun[] = [
    { start: 0, end: start, raw: text.slice(0, start), secret: false },
    { start, end, raw: MASK, secret: true },
    { start: end, end: text.length, raw: text.slice(end), secret: false },
  ];
  return pieces.filter((piece) => piece.end > piece.start);
}

/** Maps an offset of the real text to the displayed text. An offset within the hidden range maps to its start. */
export function toDisplayOffset(pieces: readonly DisplayRun[], offset: number): number {
  let at = 0;
  for (const { start, end, raw, secret } of pieces) {
    if (offset < end) return secret || offset <= start ? at : at + offset - start;
    at += raw.length;
  }
  return at;
}
