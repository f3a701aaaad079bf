import type { Registry } from "../scheme/registry-types.ts";
import { ALPHA, SCHEME } from "../syntax/charset.ts";
import { MAX_SCHEME_LENGTH } from "../syntax/limits.ts";
import type { ProblemInit } from "../syntax/problems.ts";
import { findBareUrlEnd, guessScheme, Runs } from "./bare.ts";
import {
  type Candidate,
  type ExtractedUrl,
  type InvalidUrl,
  type Mode,
  parseCandidate,
  toInvalidUrl,
  unterminatedWarning,
} from "./candidate.ts";
import { codeUnitAt, isBlank, isBoundary, isInUrl } from "./characters.ts";
import { type ExtractOptions, type ExtractSettings, resolveExtractOptions } from "./options.ts";
import { hyphenVariants, type Unwrapped, unwrap } from "./wrap.ts";

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

  constructor(text: string, guesses: readonly (readonly [key: string, front: string])[]) {
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

type Found = ExtractedUrl | InvalidUrl | undefined;

const SPACE = 0x20;
const LT = 0x3c;
const GT = 0x3e;
const COLON = 0x3a;
const SLASH = 0x2f;
const APOSTROPHE = 0x27;

/** Opening quotation marks before a URL, and the marks that close them. */
const QUOTES: ReadonlyMap<number, number> = new Map(
  ['""', "''", "“”", "‘’", "«»"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

const NONE: readonly never[] = Object.freeze([]);

/**
 * Visits one trigger after the other; from each it searches back to the scheme and forward to the end of the URL. It
 * remembers its progress, so that no text is scanned again for each colon.
 */
class UrlFinder {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  readonly #runs: Runs;
  readonly #names: SchemeNameCache;
  /** Where the search continues: after the last colon, or after the last URL found. */
  position = 0;

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
    this.#runs = new Runs(text, settings);
    this.#names = new SchemeNameCache(text, settings);
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
    const start = findSchemeStart(text, at, floor);
    if (start < 0 || !isBoundary(text, start)) return undefined;
    const name = this.#names.at(start, at);
    if (name.isPrefix) return this.#afterPrefix(start, at + 1);
    return goesOn ? this.#afterScheme(name, start, at) : undefined;
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

  #afterScheme(name: SchemeName, start: number, colon: number): Found {
    const text = this.#text;
    const slashes = hasSlashes(text, colon);
    const before = codeUnitAt(text, start - 1);
    let warning: ProblemInit | undefined;
    if (before === LT && (name.isWanted || (slashes && name.isAllowed))) {
      const candidate = this.#between("angle", start - 1, start);
      const url = candidate && this.#read(candidate);
      if (url !== undefined) return url;
      if (candidate === undefined) warning = unterminatedWarning(start - 1, start);
    }
    if (!name.isWanted || !(slashes || name.mayBeInText)) return undefined;
    const close = before === SPACE ? undefined : QUOTES.get(before);
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

  #quoted(start: number, colon: number, close: number): Found {
    const text = this.#text;
    let end = this.#runs.findRunEnd(colon + 1);
    const mark = close === APOSTROPHE ? text.indexOf("'", colon + 1) : -1;
    if (mark >= 0 && mark < end) end = mark;
    const inText = !hasSlashes(text, colon);
    if (codeUnitAt(text, end) === close) {
      const isEmpty = end <= colon + (inText ? 1 : 3);
      if (isEmpty || end - start > this.#settings.maxUrlLength) return undefined;
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

  #bare(mode: Mode, start: number, content: number, colon: number, warning?: ProblemInit): Found {
    const text = this.#text;
    const slashes = hasSlashes(text, colon);
    const found = findBareUrlEnd(
      text,
      start,
      content,
      colon,
      slashes,
      this.#runs,
      this.#settings.maxUrlLength,
    );
    if (found === undefined) return undefined;
    const { end, fault } = found;
    const candidate: Candidate = {
      mode,
      start,
      end,
      contentStart: content,
      contentEnd: end,
      text: text.slice(content, end),
      others: NONE,
      pieces: NONE,
      added: 0,
      inText: !slashes && mode === "bare",
      warning: warning ?? found.warning,
    };
    const url = fault === undefined ? this.#read(candidate) : undefined;
    if (url !== undefined) return url;
    // Skip a URL that is too long as a whole: its tail alone is not what was written.
    this.position = fault?.code === "too-long" ? end : this.#runs.goOnAfterFailure(colon + 1);
    return slashes ? this.#refused(candidate, fault) : undefined;
  }

  #guessed(at: number, floor: number): Found {
    const candidate = guessScheme(this.#text, at, floor, this.#runs, this.#settings);
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
    this.position = candidate.end;
    return toInvalidUrl(this.#text, candidate, fault, this.#settings);
  }
}

function hasSlashes(text: string, colon: number): boolean {
  return codeUnitAt(text, colon + 1) === SLASH && codeUnitAt(text, colon + 2) === SLASH;
}

/** The properties of the name before a colon. */
interface SchemeName {
  /** "URL", or its variant "URI": not a scheme, but a URL can follow. */
  readonly isPrefix: boolean;
  /** Is a URL of this scheme allowed in the result? */
  readonly isAllowed: boolean;
  /** Is it a scheme of the registry, or one that the caller listed? */
  readonly isWanted: boolean;
  /** Can a bare URL of it be found without "//"? */
  readonly mayBeInText: boolean;
}

/**
 * Schemes that execute code, read files, or are documents themselves: only if the caller lists them by name. Also
 * "URL:", which is not a scheme.
 */
const UNSAFE: ReadonlySet<string> = new Set(["javascript", "vbscript", "data", "file", "url"]);

/** A cache of the names in a text, because most texts repeat the same name. */
class SchemeNameCache {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  #last = "";
  #lastName: SchemeName;
  /** The spellings of names to find. */
  readonly #known = new Map<string, SchemeName>();

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
    this.#lastName = this.of("");
  }

  /** Returns the properties of text[start, end). */
  at(start: number, end: number): SchemeName {
    if (end - start !== this.#last.length || !this.#text.startsWith(this.#last, start)) {
      this.#last = this.#text.slice(start, end);
      this.#lastName = this.#known.get(this.#last) ?? this.of(this.#last);
      if (this.#lastName.isWanted) this.#known.set(this.#last, this.#lastName);
    }
    return this.#lastName;
  }

  of(anyCase: string): SchemeName {
    const { registry, schemes } = this.#settings;
    const name = anyCase.toLowerCase();
    const isAllowed = schemes.has(name) || !UNSAFE.has(name);
    const scheme = isAllowed ? registry.scheme(name) : undefined;
    return {
      isPrefix: name === "url" || name === "uri",
      isAllowed,
      isWanted: schemes.has(name) || scheme !== undefined,
      mayBeInText: schemes.has(name) || scheme?.inText !== undefined,
    };
  }
}

/** Returns the scheme at the start of a text, if there is one. */
function leadingScheme(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(":")));
}

/** Returns the start of the scheme before a ":", at or after `floor`; -1 without one (RFC 3986 §3.1). */
function findSchemeStart(text: string, colon: number, floor: number): number {
  const least = Math.max(floor, colon - MAX_SCHEME_LENGTH);
  let start = colon;
  while (start > least && SCHEME.has(codeUnitAt(text, start - 1))) start--;
  return start < colon && ALPHA.has(text.charCodeAt(start)) ? start : -1;
}
