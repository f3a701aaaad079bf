import type { Problem } from "../problems.ts";

/** An escape, or the touching escapes of one character: "%2F", "%C3%A9". */
export interface ExplainedEscape {
  /** UTF-16 code units of the URL's text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** As it stands in the URL. */
  readonly raw: string;
  readonly octets: readonly number[];
  /** The character that the octets are; an octet that is not UTF-8 is U+DC80–U+DCFF, as decodeText has it. */
  readonly text: string;
  /** What it says, as 'a "/" that is data, not a delimiter'. */
  readonly meaning: string;
  readonly cite: string;
}

/** A stretch of a text, and how it may be shown. */
export interface Piece {
  /** UTF-16 code units of the real text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** The text of the stretch; "***" for a secret. */
  readonly raw: string;
  readonly secret: boolean;
}

/** One stretch of a URL, or something that the URL leaves to be understood. */
export interface ExplainedPart extends Piece {
  /**
   * "component": what the URL says; empty where it says the empty string. "delimiter": what stands between
   * two of them. "implied": what holds because nothing is written; start and end are where it would stand.
   */
  readonly kind: "component" | "delimiter" | "implied";
  /** The RFC's word for it, as "host", "cwds[0]"; "delimiter" for all delimiters. */
  readonly name: string;
  /** Decoded; "***" for a secret. */
  readonly value: string;
  readonly meaning: string;
  /** The rule, as "RFC 1738 §3.2.2". */
  readonly cite: string;
  /** In the order of the text. None of a secret. */
  readonly escapes: readonly ExplainedEscape[];
}

/** A URL, taken apart so that every character of it is accounted for. Nothing in it shows a password. */
export interface Explanation {
  readonly ok: true;
  /** The text, with "***" for what is secret: the `raw` of all parts in a row. */
  readonly url: string;
  /** In lower case. */
  readonly scheme: string;
  /**
   * Components and delimiters. Each begins where the one before it ends; together they are the whole text.
   */
  readonly parts: readonly ExplainedPart[];
  /** What the URL does not say, and what holds then: the scheme's default port, an empty path. */
  readonly implied: readonly ExplainedPart[];
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** Why a text is no URL. Nothing in it shows a password. */
export interface Refusal {
  readonly ok: false;
  /** The text, with "***" for what may be a password. */
  readonly url: string;
  /** Each begins where the one before it ends: what is shown as it is, and what is hidden. */
  readonly parts: readonly Piece[];
  /** At least one error, in the order of the text. */
  readonly problems: readonly Problem[];
}
