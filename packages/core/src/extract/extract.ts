import type { Registry } from "../scheme/registry-types.ts";
import { ALPHA, SCHEME } from "../syntax/charset.ts";
import { MAX_SCHEME_LENGTH } from "../syntax/limits.ts";
import type { ProblemInit } from "../syntax/problems.ts";
import { BareUrlEnd, findRunEnd, guessScheme, hasSlashes, isAfterEscape, isBoundary } from "./bare.ts";
import {
  type Candidate,
  type ExtractedUrl,
  findFirstError,
  type InvalidUrl,
  type Mode,
  parseCandidate,
  toInvalidUrl,
  unterminatedWarning,
} from "./candidate.ts";
import { codeUnitAt, isBlank, isInUrl } from "./characters.ts";
import { type ExtractOptions, type ExtractSettings, type Guess, resolveExtractOptions } from "./options.ts";
import { type SchemeName, SchemeNameCache } from "./scheme-names.ts";
import { hyphenVariants, type Unwrapped, unwrap } from "./wrap.ts";

type Found = ExtractedUrl | InvalidUrl | undefined;

/**
 * Finds the URLs in a text: bare URLs of the registry's schemes, URLs between "<" and ">" or in quotation marks, and
 * URLs in the form `<URL:…>` of RFC 1738, which can have any scheme. Yields them lazily in the order of the text, never
 * overlapping, the outermost wrapper first.
 *
 * Nothing in the text is an error: invalid URLs are skipped. The time is linear in the length of any text.
 *
 * @throws {RangeError} a limit that is not a number from 0.
 */
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions & { readonly includeInvalid: true },
): Generator<ExtractedUrl | InvalidUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options?: ExtractOptions,
): Generator<ExtractedUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions = {},
): Generator<ExtractedUrl | InvalidUrl, void, undefined> {
  const settings = resolveExtractOptions(registry, options);
  return findUrls(text, new UrlFinder(text, settings), new Triggers(text, settings.guesses));
}

function* findUrls(
  text: string,
  finder: UrlFinder,
  triggers: Triggers,
): Generator<ExtractedUrl | InvalidUrl, void, undefined> {
  for (let at = triggers.next(0); at < text.length; at = triggers.next(finder.position)) {
    const url = finder.look(at);
    if (url !== undefined) yield url;
  }
}

/**
 * The offsets in a text at which a URL can be recognized: its colons, and, with guesses, the ends of their prefixes
 * ("w." of "www."), in either case. Query it in increasing order; each search scans the text once.
 */
class Triggers {
  readonly #text: string;
  readonly #needles: readonly string[];
  readonly #places: number[];

  constructor(text: string, guesses: readonly Guess[]) {
    this.#text = text;
    const ends = guesses.map(([key]) => key.slice(-2));
    this.#needles = [...new Set([":", ...ends, ...ends.map((end) => end.toUpperCase())])];
    this.#places = this.#needles.map(() => -1);
  }

  /** Returns the first trigger at or after `from`, or the end of the text. */
  next(from: number): number {
    const places = this.#places;
    if (places.length === 1) return this.#findNeedle(":", from);
    let first = this.#text.length;
    for (let k = 0; k < places.length; k++) {
      if (places[k]! < from) places[k] = this.#findNeedle(this.#needles[k]!, from);
      if (places[k]! < first) first = places[k]!;
    }
    return first;
  }

  #findNeedle(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? this.#text.length : at;
  }
}

const LT = 0x3c;
const GT = 0x3e;
const COLON = 0x3a;

/** Opening quotation marks before a URL, and the marks that close them. */
const QUOTES: ReadonlyMap<number, number> = new Map(
  ['""', "''", "“”", "‘’", "«»"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

const CLOSING: ReadonlySet<number> = new Set(QUOTES.values());
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

const NONE: readonly never[] = Object.freeze([]);

/**
 * Visits one trigger after the other: from a colon it searches back to the start of the scheme, then forward to the end
 * of the URL. What it returned is never scanned again, and what it rejected only `maxAttempts` times.
 */
class UrlFinder {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  readonly #names: SchemeNameCache;
  readonly #bareEnd: BareUrlEnd;
  /** The name that `#findScheme` found. */
  #name: SchemeName;
  /** Where the search continues: after the last colon, or after the last URL found. */
  position = 0;
  /** The end of the run with the last failed attempts, and their number. */
  #failedEnd = 0;
  #failures = 0;

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
    this.#names = new SchemeNameCache(text, settings);
    this.#name = this.#names.of("");
    this.#bareEnd = new BareUrlEnd(text, settings);
  }

  /** Returns the URL whose trigger is at `at`, if there is one. Sets the position. */
  look(at: number): Found {
    const text = this.#text;
    const floor = this.position;
    this.position = at + 1;
    if (text.charCodeAt(at) !== COLON) return this.#guessed(at, floor);
    // A colon with white space after it is prose, except in "<URL: http:…".
    const next = codeUnitAt(text, at + 1);
    const goesOn = isInUrl(next) || (next > 127 && this.#settings.iri !== undefined);
    if (!goesOn && codeUnitAt(text, at - 4) !== LT) return undefined;
    const start = this.#findScheme(at, floor);
    if (start < 0) return undefined;
    const name = this.#name;
    if (name.isPrefix) return this.#afterPrefix(start, at + 1);
    // A quotation mark that closes the last URL does not open this one.
    const before = codeUnitAt(text, start > floor ? start - 1 : -1);
    return goesOn ? this.#afterScheme(name, start, at, before) : undefined;
  }

  /**
   * Returns the start of the name before the colon, at or after `floor`; -1 without one. It is the longest name of RFC
   * 3986 §3.1. If that is not a scheme to find, it is the part after its last "." or "-" ("end.http:", "see-http:"), or
   * after the escape of a string literal ("\nhttp:").
   */
  #findScheme(colon: number, floor: number): number {
    const text = this.#text;
    const least = Math.max(floor, colon - MAX_SCHEME_LENGTH);
    let start = colon;
    while (start > least && SCHEME.has(text.charCodeAt(start - 1))) start--;
    while (start < colon && !ALPHA.has(text.charCodeAt(start))) start++;
    if (start === colon) return -1;
    const isName = isBoundary(text, start);
    const name = this.#names.at(start, colon);
    this.#name = name;
    if (isName && (name.isWanted || name.isPrefix)) return start;
    let part = colon - 1;
    while (part > start && !isSeparator(text.charCodeAt(part - 1))) part--;
    if (part === start && isAfterEscape(text, start + 1)) part++;
    if (part > start && ALPHA.has(text.charCodeAt(part))) {
      const ending = this.#names.at(part, colon);
      if (ending.isWanted) {
        this.#name = ending;
        return part;
      }
    }
    return isName ? start : -1;
  }

  /** `<URL:…>`, or `URL:` without a wrapper. */
  #afterPrefix(start: number, from: number): Found {
    const text = this.#text;
    let content = from;
    if (codeUnitAt(text, start - 1) !== LT) {
      const colon = this.#colonOfScheme(content);
      return colon < 0 ? undefined : this.#bare("prefixed", start, content, colon);
    }
    while (content < text.length && isBlank(text.charCodeAt(content))) content++;
    const candidate = this.#between("wrapped", start - 1, content);
    if (candidate !== undefined) {
      // The wrapper delimits the URL: if the whole is not a URL, do not extract a part of it.
      this.position = candidate.end;
      return this.#names.of(leadingScheme(candidate.text)).isAllowed
        ? (this.#read(candidate) ?? this.#refused(candidate))
        : undefined;
    }
    const colon = this.#colonOfScheme(content);
    return colon < 0
      ? undefined
      : this.#bare("bare", content, content, colon, unterminatedWarning(start - 1, content));
  }

  /** @param before the code unit before the scheme, a space without one. */
  #afterScheme(name: SchemeName, start: number, colon: number, before: number): Found {
    const text = this.#text;
    const slashes = hasSlashes(text, colon);
    let warning: ProblemInit | undefined;
    if (before === LT && (name.isWanted || (slashes && name.isAllowed))) {
      const candidate = this.#between("angle", start - 1, start);
      const url = candidate && !this.#joinsUrls(candidate) ? this.#read(candidate) : undefined;
      if (url !== undefined) return url;
      if (candidate === undefined) warning = unterminatedWarning(start - 1, start);
    }
    if (!name.isWanted || !(slashes || name.mayBeInText)) return undefined;
    const close = QUOTES.get(before);
    return (
      (close === undefined ? undefined : this.#quoted(start, colon, close)) ??
      this.#bare("bare", start, start, colon, warning)
    );
  }

  /** Returns the colon after the scheme that begins at `start`, if it is a scheme to find; else -1. */
  #colonOfScheme(start: number): number {
    let at = start;
    while (at - start <= MAX_SCHEME_LENGTH && SCHEME.has(codeUnitAt(this.#text, at))) at++;
    return codeUnitAt(this.#text, at) === COLON && this.#names.at(start, at).isWanted ? at : -1;
  }

  #between(mode: "wrapped" | "angle", open: number, content: number): Candidate | undefined {
    const settings = this.#settings;
    const rules = { close: GT, maxLines: settings.maxLines, blanks: true, emptyLines: mode === "wrapped" };
    const unwrapped = unwrap(this.#text, open, content, rules, settings);
    return unwrapped && this.#enclosed(mode, open, content, unwrapped, false);
  }

  /** Does another URL begin after white space in it? Then the brackets enclose a text, not a URL. */
  #joinsUrls({ pieces }: Candidate): boolean {
    return pieces.some((at, k) => k > 0 && k % 2 === 0 && URL_START.test(this.#text.slice(at, at + 64)));
  }

  #quoted(start: number, colon: number, close: number): Found {
    const text = this.#text;
    const inText = !hasSlashes(text, colon);
    const end = findQuotedEnd(text, colon + 1, close, start + this.#settings.maxUrlLength, this.#settings);
    if (codeUnitAt(text, end) === close) {
      if (end <= colon + (inText ? 1 : 3)) return undefined;
      const unwrapped = { text: text.slice(start, end), end, pieces: [start, end], hyphens: [] };
      return this.#read(this.#enclosed("quoted", start - 1, start, unwrapped, inText));
    }
    if (!this.#settings.multiline || !isBlank(codeUnitAt(text, end))) return undefined;
    const rules = { close, maxLines: 1, blanks: false, emptyLines: false };
    const unwrapped = unwrap(text, start, start, rules, this.#settings);
    return unwrapped && this.#read(this.#enclosed("quoted", start - 1, start, unwrapped, inText));
  }

  #enclosed(mode: Mode, start: number, content: number, unwrapped: Unwrapped, inText: boolean): Candidate {
    const [text, ...more] = hyphenVariants(unwrapped, this.#settings.maxHyphens);
    // If its hyphen is dropped, "-" and "javascript:" on the next line would form a URL that must never be returned.
    const others = more.filter((other) => this.#names.of(leadingScheme(other)).isAllowed);
    const { end, pieces } = unwrapped;
    return {
      ...{ mode, start, end: end + 1, contentStart: content, contentEnd: end },
      ...{ text: text!, others, pieces, added: 0, inText, warning: undefined },
    };
  }

  /** The longest URL from `content` that parses: it is cut where its scheme finds a problem after the authority. */
  #bare(mode: Mode, start: number, content: number, colon: number, warning?: ProblemInit): Found {
    const settings = this.#settings;
    const slashes = hasSlashes(this.#text, colon);
    const found = this.#bareEnd;
    if (!found.find(start, content, colon, slashes)) return undefined;
    const { fault } = found;
    const whole = this.#bareCandidate(mode, start, content, slashes, warning);
    if (fault === undefined) {
      const url = this.#read(whole);
      if (url !== undefined) return url;
      let candidate = whole;
      for (let attempt = 1; slashes && attempt < settings.maxAttempts; attempt++) {
        const stop = findFirstError(candidate, settings);
        if (stop === undefined || !found.cut(stop)) break;
        candidate = this.#bareCandidate(mode, start, content, slashes, warning);
        const shorter = this.#read(candidate);
        if (shorter !== undefined) return shorter;
      }
    }
    if (!slashes) this.#goOnAfterFailure(colon + 1);
    // Its tail alone is not what was written: skip a URL that is too long, and the text after a cut.
    else if (fault?.code === "too-long") this.position = whole.end;
    else
      this.#goOnAfterFailure(
        whole.warning === undefined ? whole.end : findRunEnd(this.#text, whole.end, settings),
      );
    return slashes ? this.#refused(whole, fault) : undefined;
  }

  #bareCandidate(
    mode: Mode,
    start: number,
    content: number,
    slashes: boolean,
    warning: ProblemInit | undefined,
  ): Candidate {
    const { end, warning: cut } = this.#bareEnd;
    return {
      mode,
      start,
      end,
      contentStart: content,
      contentEnd: end,
      text: this.#text.slice(content, end),
      others: NONE,
      pieces: NONE,
      added: 0,
      inText: !slashes && mode === "bare",
      warning: warning ?? cut,
    };
  }

  /** Continues at `at`, or, after `maxAttempts` failures in one run without white space, after the run. */
  #goOnAfterFailure(at: number): void {
    if (at >= this.#failedEnd) {
      this.#failedEnd = findRunEnd(this.#text, at, this.#settings);
      this.#failures = 0;
    }
    this.position = ++this.#failures < this.#settings.maxAttempts ? at : Math.max(at, this.#failedEnd);
  }

  #guessed(at: number, floor: number): Found {
    const candidate = guessScheme(this.#text, at, floor, this.#settings);
    return candidate && this.#names.of(leadingScheme(candidate.text)).isWanted
      ? this.#read(candidate)
      : undefined;
  }

  #read(candidate: Candidate): ExtractedUrl | undefined {
    const url = parseCandidate(this.#text, candidate, this.#settings);
    if (url !== undefined) this.position = url.end;
    return url;
  }

  #refused(candidate: Candidate, fault?: ProblemInit): InvalidUrl | undefined {
    if (!this.#settings.includeInvalid) return undefined;
    return toInvalidUrl(this.#text, candidate, fault, this.#settings);
  }
}

/** Returns the first offset from `from` where a URL in quotation marks cannot continue; brackets enclose an IP literal. */
function findQuotedEnd(
  text: string,
  from: number,
  close: number,
  limit: number,
  { iri }: ExtractSettings,
): number {
  const last = Math.min(text.length, limit + 1);
  for (let i = from; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code === close) return i;
    if (isInUrl(code) || code === 0x5b || code === 0x5d) continue;
    // Inside of quotation marks, an IRI can have all its characters, not only letters.
    if (code < 128 || iri === undefined || isBlank(code) || CLOSING.has(code) || QUOTES.has(code)) return i;
  }
  return last;
}

function isSeparator(code: number): boolean {
  return code === 0x2d || code === 0x2e;
}

/** Returns the scheme at the start of a text, if there is one. */
function leadingScheme(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(":")));
}
