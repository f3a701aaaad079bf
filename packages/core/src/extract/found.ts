import type { Problem } from "../problems.ts";
import type { Url } from "../url.ts";

/**
 * What shows where a URL begins and ends: `<URL:…>`; `<…>`; quotation marks; `URL:` in front; its scheme alone, and
 * white space or punctuation after it.
 */
export type Mode = "wrapped" | "angle" | "quoted" | "prefixed" | "bare";

/** A stretch of a text. All offsets are UTF-16 code units of that text, [start, end). */
export interface Place {
  readonly mode: Mode;
  /** With its wrapper: text.slice(start, end). */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Without it. White space that breaks the URL lies within. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /**
   * What the schemes warn of, and cut-short, unterminated-wrapper, guessed-scheme. Their places are in the text that was
   * searched, and not in the URL.
   */
  readonly problems: readonly Problem[];
}

/** A URL that was found in a text. */
export interface ExtractedUrl extends Place {
  /** Cleaned of its wrapper and of white space, and read by the registry. Show it before it is opened. */
  readonly url: Url;
  /** What else it may be, where a line ends in a hyphen: first what has the fewest hyphens gone. Never open both unasked. */
  readonly alternatives: readonly Url[];
  /** A line break followed a hyphen, which may or may not be part of the URL. */
  readonly ambiguous?: "hyphen";
  /** The URL without its fragment, and the fragment: `undefined` without "#". */
  readonly reference: { readonly url: string; readonly fragment: string | undefined };
}

/** What has the looks of a URL and is none, for those who have asked for such. */
export interface RefusedUrl extends Place {
  readonly url: undefined;
  /** Cleaned of its wrapper and of white space. May hold a password. */
  readonly text: string;
}
