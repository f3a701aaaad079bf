import type { Problem } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";

/**
 * How the URL was delimited: `<URL:…>`; `<…>`; quotation marks; `URL:` before it; or only by its scheme, and white
 * space or punctuation after it.
 */
export type Mode = "wrapped" | "angle" | "quoted" | "prefixed" | "bare";

/** A range of a text. All offsets are UTF-16 code units of that text, [start, end). */
export interface ExtractedRange {
  readonly mode: Mode;
  /** Including the wrapper: text.slice(start, end). */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Without the wrapper. White space that breaks the URL is included. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /**
   * Warnings of the schemes, and cut-short, unterminated-wrapper, guessed-scheme. Their offsets refer to the searched
   * text, not to the URL.
   */
  readonly problems: readonly Problem[];
}

/** A URL found in a text. */
export interface ExtractedUrl extends ExtractedRange {
  /** Without wrapper and white space, and parsed by the registry. Show it to the user before you open it. */
  readonly url: Url;
  /**
   * Alternatives if a line ends in a hyphen, those with the fewest removed hyphens first. Never open both without
   * asking.
   */
  readonly alternatives: readonly Url[];
  /** A line break followed a hyphen, which may or may not be part of the URL. */
  readonly ambiguous?: "hyphen";
  /** The URL without its fragment, and the fragment: `undefined` without "#". */
  readonly reference: { readonly url: string; readonly fragment: string | undefined };
}

/** A text that looks like a URL but is invalid; returned only on request. */
export interface InvalidUrl extends ExtractedRange {
  readonly url: undefined;
  /** Without wrapper and white space. May contain a password. */
  readonly text: string;
}
