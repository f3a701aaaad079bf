import type { ReadOptions, Registry } from "../scheme/registry-types.ts";
import { listGuesses } from "../scheme/shorthands.ts";
import type { IriOptions } from "../syntax/iri.ts";

/** Options for extracting URLs. Each leniency has a name and is off by default; each limit has a name and a default. */
export interface ExtractOptions extends ReadOptions {
  /** Maximum length of a URL without white space; longer ones are skipped. Default 8192 code units. */
  readonly maxUrlLength?: number;
  /** Maximum number of line breaks in a URL between "<" and ">". Default 64. */
  readonly maxLines?: number;
  /**
   * Maximum number of hyphens at line ends that are tried in every combination; beyond it, only all kept and all
   * removed. 0–8, default 3.
   */
  readonly maxHyphens?: number;
  /** Maximum number of invalid URLs in one run without white space; then the rest of the run is skipped. Default 4. */
  readonly maxAttempts?: number;
  /**
   * Schemes to find in addition to those of the registry, with or without "//". javascript, vbscript, data, and file
   * are never found, even in a wrapper, unless they are listed here.
   */
  readonly schemes?: readonly string[];
  /**
   * Also find abbreviated URLs. `true`: "www.h.example", the beginnings of host names that the schemes of the registry
   * declare, such as "ftp.", and mail addresses, each with the scheme that the lenient parser adds. Or prefixes and the
   * text to put before them, such as `{ "www.": "http://", "@": "mailto:" }`, where "@" stands for a mail address. Only
   * schemes that would be found are guessed. The result has the warning guessed-scheme.
   */
  readonly guess?: boolean | Readonly<Record<string, string>>;
  /**
   * Also find IRIs (RFC 3987): a bare one can contain letters beyond ASCII, a wrapped one all characters of an IRI.
   * `true`, or the options for parsing them: a host beyond ASCII needs `toAscii`.
   */
  readonly iri?: boolean | IriOptions;
  /** Allow a URL in quotation marks to span two lines. */
  readonly multiline?: boolean;
  /** Also return texts that look like URLs but do not parse: their `url` is `undefined`. */
  readonly includeInvalid?: boolean;
  /** Prefixes to remove from the start of a line if a space follows, as in comments: `["#", "*", "//"]`. */
  readonly commentLeaders?: readonly string[];
}

/** The validated options. */
export interface ExtractSettings {
  readonly registry: Registry;
  readonly reading: ReadOptions;
  readonly maxUrlLength: number;
  readonly maxLines: number;
  readonly maxHyphens: number;
  readonly maxAttempts: number;
  /** In lower case. */
  readonly schemes: ReadonlySet<string>;
  /** In lower case, with the text to put before it; `undefined`: as the schemes declare. */
  readonly guesses: readonly Guess[];
  /** Absent: characters beyond ASCII end a URL. */
  readonly iri: IriOptions | undefined;
  readonly multiline: boolean;
  readonly includeInvalid: boolean;
  readonly leaders: readonly string[];
}

export type Guess = readonly [key: string, front: string | undefined];

/** 2^8 variants of one text are more than a user would examine. */
const MAX_HYPHENS = 8;

/**
 * @throws {RangeError} a limit that is NaN, negative, or not a number, because it must not mean "no limit" by accident;
 *   an empty guess.
 */
export function resolveExtractOptions(registry: Registry, options: ExtractOptions): ExtractSettings {
  const { iri } = options;
  const maxUrlLength = resolveLimit("maxUrlLength", options.maxUrlLength, 8192);
  return {
    registry,
    reading: { ...options, maxUrlLength },
    maxUrlLength,
    maxLines: resolveLimit("maxLines", options.maxLines, 64),
    maxHyphens: resolveLimit("maxHyphens", options.maxHyphens, 3, MAX_HYPHENS),
    maxAttempts: resolveLimit("maxAttempts", options.maxAttempts, 4),
    schemes: new Set(options.schemes?.map((name) => name.toLowerCase())),
    guesses: resolveGuesses(registry, options.guess),
    iri: iri === true ? {} : iri || undefined,
    multiline: options.multiline === true,
    includeInvalid: options.includeInvalid === true,
    leaders: options.commentLeaders ?? [],
  };
}

function resolveGuesses(registry: Registry, guess: ExtractOptions["guess"] = {}): readonly Guess[] {
  if (typeof guess === "boolean")
    return guess ? listGuesses(registry).map((key) => [key, undefined] as const) : [];
  return Object.entries(guess).map(([key, front]) => {
    if (key === "" || !front.includes(":")) {
      throw new RangeError('invalid option guess: expected entries such as { "www.": "http://" }');
    }
    return [key.toLowerCase(), front];
  });
}

function resolveLimit(
  name: string,
  given: number | undefined,
  normal: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (given === undefined) return normal;
  if (typeof given === "number" && given >= 0 && given <= most) return given;
  throw new RangeError(`invalid option ${name}: expected a number from 0 to ${most}`);
}
