import type { IriOptions } from "../iri.ts";
import type { ReadOptions, Registry } from "../registry.ts";

/** How to look for URLs. Each leniency has a name and is off, each limit has a name and a default. */
export interface ExtractOptions extends ReadOptions {
  /** The longest URL, cleaned of white space; a longer one is left out. Default 8192 code units. */
  readonly maxUrlLength?: number;
  /** Over how many line breaks a URL between "<" and ">" may go on. Default 64. */
  readonly maxLines?: number;
  /** How many hyphens at line ends are tried in every combination; with more, all kept and all dropped. 0–8, default 3. */
  readonly maxHyphens?: number;
  /** How many URLs that are none are looked at in one stretch without white space, before the rest of it is left. Default 4. */
  readonly maxAttempts?: number;
  /**
   * Schemes to find besides those of the registry, with "//" or without. javascript, vbscript, data and file are
   * never found, however they are wrapped, but when they stand here.
   */
  readonly schemes?: readonly string[];
  /**
   * What an abbreviated URL begins with, and what then belongs in front of it, as
   * `{ "www.": "http://", "ftp.": "ftp://", "@": "mailto:" }`, where "@" stands for a mail address. Only schemes that
   * would be found are guessed; what is found has the warning guessed-scheme.
   */
  readonly guess?: Readonly<Record<string, string>>;
  /**
   * Find IRIs (RFC 3987), too: a bare one goes on over letters beyond ASCII, a wrapped one may have all that an IRI may
   * have. `true`, or the options for reading them: a host beyond ASCII needs `toAscii`.
   */
  readonly iri?: boolean | IriOptions;
  /** A URL in quotation marks may be broken over two lines. */
  readonly multiline?: boolean;
  /** Give what has the looks of a URL and does not parse, too: its `url` is `undefined`. */
  readonly includeInvalid?: boolean;
  /** What is taken off the beginning of a line when blanks follow it, as in comments: `["#", "*", "//"]`. */
  readonly commentLeaders?: readonly string[];
}

/** The options, checked and ready for use. */
export interface Settings {
  readonly registry: Registry;
  readonly reading: ReadOptions;
  readonly maxUrlLength: number;
  readonly maxLines: number;
  readonly maxHyphens: number;
  readonly maxAttempts: number;
  /** In lower case. */
  readonly schemes: ReadonlySet<string>;
  /** In lower case, with what belongs in front. */
  readonly guesses: readonly (readonly [key: string, front: string])[];
  /** Absent: what is not ASCII is in no URL. */
  readonly iri: IriOptions | undefined;
  readonly multiline: boolean;
  readonly includeInvalid: boolean;
  readonly leaders: readonly string[];
}

/** 2^8 readings of one text are more than anybody looks at. */
const MOST_HYPHENS = 8;

/** @throws {RangeError} a limit that is NaN, negative or no number, never "no limit" by accident; a guess of nothing. */
export function settingsOf(registry: Registry, options: ExtractOptions): Settings {
  const { iri } = options;
  const maxUrlLength = limit("maxUrlLength", options.maxUrlLength, 8192);
  return {
    registry,
    reading: { ...options, maxUrlLength },
    maxUrlLength,
    maxLines: limit("maxLines", options.maxLines, 64),
    maxHyphens: limit("maxHyphens", options.maxHyphens, 3, MOST_HYPHENS),
    maxAttempts: limit("maxAttempts", options.maxAttempts, 4),
    schemes: new Set(options.schemes?.map((name) => name.toLowerCase())),
    guesses: Object.entries(options.guess ?? {}).map(([key, front]) => guessOf(key, front)),
    iri: iri === true ? {} : iri || undefined,
    multiline: options.multiline === true,
    includeInvalid: options.includeInvalid === true,
    leaders: options.commentLeaders ?? [],
  };
}

function guessOf(key: string, front: string): readonly [string, string] {
  if (key === "" || !front.includes(":")) {
    throw new RangeError('invalid option guess: expected entries such as { "www.": "http://" }');
  }
  return [key.toLowerCase(), front];
}

function limit(
  name: string,
  given: number | undefined,
  normal: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (given === undefined) return normal;
  if (typeof given === "number" && given >= 0 && given <= most) return given;
  throw new RangeError(`invalid option ${name}: expected a number from 0 to ${most}`);
}
