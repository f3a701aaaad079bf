import { redact } from "../operations/redact.ts";
import type { Problem } from "../syntax/problems.ts";

/** An escape, or the adjacent escapes of one character: "%2F", "%C3%A9". */
export interface ExplainedEscape {
  /** UTF-16 code units of the URL's text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** As written in the URL. */
  readonly raw: string;
  readonly octets: readonly number[];
  /** The decoded character; a byte that is not UTF-8 is U+DC80–U+DCFF, as decodeText returns it. */
  readonly text: string;
  /** The meaning, for example 'a "/" that is data, not a delimiter'. */
  readonly meaning: string;
  readonly cite: string;
}

/** A range of a text and how to display it. */
export interface DisplayRun {
  /** UTF-16 code units of the real text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** The text of the range; "***" for a secret. */
  readonly raw: string;
  readonly secret: boolean;
}

/** A range of a URL, or an implicit part of it. */
export interface ExplainedPart extends DisplayRun {
  /**
   * "component": content of the URL, possibly the empty string. "delimiter": the text between two components.
   * "implied": what applies because nothing is written; start and end are the position where it would be written.
   */
  readonly kind: "component" | "delimiter" | "implied";
  /** The RFC's term, for example "host", "cwds[0]"; "delimiter" for all delimiters. */
  readonly name: string;
  /** Decoded; "***" for a secret. */
  readonly value: string;
  readonly meaning: string;
  /** The rule, for example "RFC 1738 §3.2.2". */
  readonly cite: string;
  /** In the order of the text. Empty for a secret. */
  readonly escapes: readonly ExplainedEscape[];
}

/** A URL split into parts that cover every character. Nothing in it contains a password. */
export interface Explanation {
  readonly ok: true;
  /** The text, with "***" for secrets: the concatenated `raw` of all parts. */
  readonly url: string;
  /** In lower case. */
  readonly scheme: string;
  /** Components and delimiters. They are contiguous and cover the whole text. */
  readonly parts: readonly ExplainedPart[];
  /** Parts that the URL omits, with the values that apply: the scheme's default port, an empty path. */
  readonly implied: readonly ExplainedPart[];
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** Why a text is not a URL. Nothing in it contains a password. */
export interface RejectedText {
  readonly ok: false;
  /** The text, with "***" for what may be a password. */
  readonly url: string;
  /** Contiguous runs: those displayed unchanged, and those hidden. */
  readonly parts: readonly DisplayRun[];
  /** At least one error, in the order of the text. */
  readonly problems: readonly Problem[];
}

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
