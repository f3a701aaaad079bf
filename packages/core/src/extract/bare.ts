import { findHostScheme, findShorthand } from "../scheme/shorthands.ts";
import { ALPHA, CharSet, DIGIT, HEXDIG, SUB_DELIMS, UNRESERVED } from "../syntax/charset.ts";
import { asciiLowerCase } from "../syntax/host.ts";
import type { ProblemInit } from "../syntax/problems.ts";
import { type Candidate, guessedSchemeWarning, tooLongProblem, truncatedWarning } from "./candidate.ts";
import {
  AFTER_HOST,
  AT_SIGN,
  BACKSLASH,
  COUNTED,
  characterClass,
  classifyEnd,
  codeUnitAt,
  EMPHASIS,
  ENDS_AUTHORITY,
  ESCAPED_SPACE,
  isBidiControl,
  isBlank,
  isInUrl,
  isLineBreak,
  letterLength,
  NOT_IN_URL,
  PERCENT_SIGN,
  TRAILING,
} from "./characters.ts";
import type { ExtractSettings } from "./options.ts";

const HASH = 0x23;
const PERCENT = 0x25;
const OPEN = 0x28;
const CLOSE = 0x29;
const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const SLASH = 0x2f;
/** The characters that matter in an authority. */
const IN_AUTHORITY = NOT_IN_URL | ENDS_AUTHORITY | AFTER_HOST | AT_SIGN | PERCENT_SIGN;
const IN_LITERAL: CharSet = new CharSet(":%", UNRESERVED, SUB_DELIMS);
const MAX_LITERAL_LENGTH = 64;
/** How far before a URL an opening bracket is looked for, in code units. */
const MAX_LOOK_BACK = 256;
/** Markup of characters that end a URL, with the ";" last. */
const ENTITIES: readonly string[] = ["&lt;", "&gt;", "&quot;", "&nbsp;"];

/**
 * The end of a bare URL. One object serves all URLs of a text: `find` and `cut` set its fields.
 *
 *     (see http://[::1]:8080/x_(y)).
 *          ^   ^                ^ end: the ")" closes the "(" before the URL
 *      start   colon
 */
export class BareUrlEnd {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  /** Text before this offset can be a mark of emphasis, or a bracket that ends the URL when it closes. */
  #outer = 0;
  /** The end of the authority; without "//", of the scheme. No URL is cut before it. */
  #authorityEnd = 0;
  end = 0;
  /** A warning about that end. */
  warning: ProblemInit | undefined;
  /** Why there is no URL. */
  fault: ProblemInit | undefined;

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
  }

  /** Finds the end of the URL at `start`, whose scheme ends at `colon`. Returns false if nothing remains of it. */
  find(outer: number, start: number, colon: number, slashes: boolean): boolean {
    const text = this.#text;
    const { maxUrlLength, iri } = this.#settings;
    const least = colon + (slashes ? 3 : 1);
    const limit = start + maxUrlLength + 1;
    const authorityEnd = slashes ? findAuthorityEnd(text, least, limit) : least;
    const isList = slashes && (characterClass(codeUnitAt(text, authorityEnd)) & AFTER_HOST) !== 0;
    const stop = isList ? authorityEnd : findStop(text, outer, authorityEnd, limit, iri !== undefined);
    this.#outer = outer;
    this.#authorityEnd = authorityEnd;
    this.fault = undefined;
    this.warning = undefined;
    if (stop >= limit) {
      this.end = findRunEnd(text, stop, this.#settings);
      this.fault = tooLongProblem(start, this.end, maxUrlLength);
      return true;
    }
    this.end = trimPunctuation(text, outer, least, stop);
    if (this.end <= least) return false;
    if (!isBlank(codeUnitAt(text, stop))) this.#examineStop(stop, slashes);
    return true;
  }

  /** Sets a warning if the character at `stop` may belong to the URL, or a fault if it may belong to its host. */
  #examineStop(stop: number, slashes: boolean): void {
    const text = this.#text;
    const code = codeUnitAt(text, stop);
    const isInUrl = (characterClass(code) & NOT_IN_URL) === 0;
    const kind = isInUrl ? "end" : classifyEnd(text, stop);
    const isCut =
      kind !== "end" ||
      code === HASH ||
      code === PERCENT ||
      (code === CLOSE &&
        codeUnitAt(text, this.#outer - 1) !== OPEN &&
        (characterClass(codeUnitAt(text, stop + 1)) & (NOT_IN_URL | TRAILING)) === 0);
    if (!isCut) return;
    const problem = truncatedWarning(stop, isBidiControl(code));
    // If only the first letters of a host or of an address are known, it is another one.
    const isPartOfHost =
      stop === this.#authorityEnd
        ? kind === "letter" || kind === "opening" || code === PERCENT
        : kind === "letter" && !slashes;
    if (isPartOfHost) this.fault = problem;
    else this.warning = problem;
  }

  /** Cuts the URL at or before `stop`, where its scheme found a problem. Returns false if that is in the authority. */
  cut(stop: number): boolean {
    const least = this.#authorityEnd;
    this.end = trimPunctuation(this.#text, this.#outer, least, stop);
    this.warning = truncatedWarning(stop, false);
    return this.end > least;
  }
}

export function hasSlashes(text: string, colon: number): boolean {
  return codeUnitAt(text, colon + 1) === SLASH && codeUnitAt(text, colon + 2) === SLASH;
}

/** Returns the end of the authority that begins at `from`: at "/", "?" or "#", at a list, or where no URL goes on. */
function findAuthorityEnd(text: string, from: number, limit: number): number {
  const last = Math.min(text.length, limit);
  let list = -1;
  let i = findLiteralEnd(text, from);
  for (; i < last; i++) {
    const code = text.charCodeAt(i);
    const bits = characterClass(code) & IN_AUTHORITY;
    if (bits === 0) continue;
    if (bits === AT_SIGN) {
      list = -1;
      i = findLiteralEnd(text, i + 1) - 1;
    } else if (bits === AFTER_HOST) {
      if (list < 0) list = i;
    } else if (bits !== PERCENT_SIGN || !isEscape(text, i)) break;
  }
  return list < 0 ? i : list;
}

/** Returns the end of the IP literal at `at`, where a host can begin; `at` without one. A URL has no other brackets. */
function findLiteralEnd(text: string, at: number): number {
  if (codeUnitAt(text, at) !== BRACKET) return at;
  let i = at + 1;
  while (i - at < MAX_LITERAL_LENGTH && IN_LITERAL.has(codeUnitAt(text, i))) i++;
  return text[i] === "]" ? i + 1 : at;
}

/**
 * Returns the end of the longest text from `from` that the generic syntax allows: one "#", and whole escapes. Also ends
 * before a ")" that closes a "(" before the URL, and before the markup of a delimiter.
 */
function findStop(text: string, outer: number, from: number, limit: number, letters: boolean): number {
  const last = Math.min(text.length, limit);
  let hashes = 0;
  let depth = 0;
  let isOpen: boolean | undefined;
  for (let i = from; ; i++) {
    while (i < last && (characterClass(text.charCodeAt(i)) & (NOT_IN_URL | COUNTED)) === 0) i++;
    if (i >= last) return last;
    const code = text.charCodeAt(i);
    if ((characterClass(code) & NOT_IN_URL) !== 0) {
      const width = letters ? letterLength(text, i) : 0;
      if (width === 0) return i;
      i += width - 1;
    } else if (code === HASH) {
      if (++hashes > 1) return i;
    } else if (code === PERCENT) {
      if (!isEscape(text, i)) return i;
    } else if (code === OPEN) depth++;
    else if (code === CLOSE) {
      if (--depth < 0) {
        isOpen ??= isOpenBefore(text, outer);
        if (isOpen) return i;
      }
    } else if (code === SEMICOLON) {
      const entity = ENTITIES.find((each) => text.startsWith(each, i + 1 - each.length));
      if (entity !== undefined) return i + 1 - entity.length;
    }
  }
}

/** Returns the end of the run of characters around `from` that a URL can contain. */
export function findRunEnd(text: string, from: number, { iri }: ExtractSettings): number {
  let i = from;
  for (;;) {
    while (i < text.length && isInUrl(text.charCodeAt(i))) i++;
    const width = iri === undefined ? 0 : letterLength(text, i);
    if (width === 0) return i;
    i += width;
  }
}

function isEscape(text: string, at: number): boolean {
  return HEXDIG.has(codeUnitAt(text, at + 1)) && HEXDIG.has(codeUnitAt(text, at + 2));
}

/** Is there a "(" without its ")" before `at`, in the same line? */
function isOpenBefore(text: string, at: number): boolean {
  let surplus = 0;
  for (let i = at - 1; i >= 0 && i >= at - MAX_LOOK_BACK; i--) {
    const code = text.charCodeAt(i);
    if (code === CLOSE) surplus++;
    else if (code === OPEN) surplus--;
    if (surplus < 0) return true;
    if (isLineBreak(code)) return false;
  }
  return false;
}

/** Removes punctuation of the sentence from the end of text[…, stop), but not below `least`. */
function trimPunctuation(text: string, outer: number, least: number, stop: number): number {
  let surplus: number | undefined;
  const mark = codeUnitAt(text, outer - 1);
  const emphasis = (characterClass(mark) & EMPHASIS) !== 0 ? mark : -1;
  let end = stop;
  for (; end > least; end--) {
    const code = text.charCodeAt(end - 1);
    // The "*" of `news:*` is the whole content of the URL.
    const isMark = code === emphasis && end - 1 > least;
    if ((characterClass(code) & TRAILING) !== 0 || isMark) continue;
    if (code !== CLOSE) break;
    surplus ??= countUnmatched(text, least, end);
    if (surplus-- <= 0) break;
  }
  return end;
}

/** Returns the number of ")" minus the number of "(" in text[start, end). */
function countUnmatched(text: string, start: number, end: number): number {
  let surplus = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === CLOSE) surplus++;
    else if (code === OPEN) surplus--;
  }
  return surplus;
}

/**
 * Can a URL begin at `start`, after the preceding character? It can, unless that character could belong to its scheme,
 * or to a URL around it: "xhttp:", "git+http:", "user@http:", "/web/http:".
 */
export function isBoundary(text: string, start: number): boolean {
  const code = codeUnitAt(text, start - 1);
  if (code === SLASH) {
    // "//http:" at the start of a comment.
    let at = start - 1;
    while (codeUnitAt(text, at - 1) === SLASH) at--;
    return at < start - 1 && isBlank(codeUnitAt(text, at - 1));
  }
  return code > 127 || !NO_BOUNDARY.has(code);
}

const ALNUM: CharSet = new CharSet(ALPHA, DIGIT);
const NO_BOUNDARY: CharSet = new CharSet("@", ALNUM);
/** Characters that are common in mail addresses and that `mailto:` allows unencoded (RFC 6068 §2). */
const LOCAL_PART: CharSet = new CharSet("._+-~", ALNUM);
/** Characters of an address, or of a path, that contains another one. */
const IN_ADDRESS: CharSet = new CharSet("./@+-", ALNUM);
const DOMAIN: CharSet = new CharSet(".-", ALNUM);
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;

/** Is there a string literal with an escape before `at`, as in "see\nhttp://h.example"? */
export function isAfterEscape(text: string, at: number): boolean {
  return codeUnitAt(text, at - 2) === BACKSLASH && ESCAPED_SPACE.has(codeUnitAt(text, at - 1));
}

/** Returns the URL without a scheme around the trigger at `at`, by the guesses of the caller or of the schemes. */
export function guessScheme(
  text: string,
  at: number,
  floor: number,
  settings: ExtractSettings,
): Candidate | undefined {
  for (const [key, front] of settings.guesses) {
    const range =
      key === "@" ? guessMailAddress(text, at, floor) : guessAbbreviation(text, at, floor, key, settings);
    if (range === undefined) continue;
    const [start, end] = range;
    const before = front ?? findFront(text.slice(start, end), key, settings);
    return before === undefined ? undefined : createCandidate(text, start, end, before);
  }
  return undefined;
}

/** Returns the text to put before an abbreviated URL, by the rules of the lenient parser. */
function findFront(text: string, key: string, { registry }: ExtractSettings): string | undefined {
  const mailbox = key === "@" ? findShorthand(registry, "mailbox") : undefined;
  if (mailbox !== undefined) return `${mailbox}:`;
  const [, host = "", port] = HOSTPORT.exec(text) ?? [];
  const name = findHostScheme(registry, asciiLowerCase(host), port === undefined ? undefined : Number(port));
  return name && `${name}://`;
}

const HOSTPORT = /^([^:/?#]*)(?::(\d{1,5})(?![^/?#]))?/;

type TextRange = readonly [start: number, end: number];

/** "www." and the text after it; the last two characters of the key are at `at`. */
function guessAbbreviation(
  text: string,
  at: number,
  floor: number,
  key: string,
  { maxUrlLength, iri }: ExtractSettings,
): TextRange | undefined {
  const from = at - Math.max(0, key.length - 2);
  const host = from + key.length;
  if (from < floor || text.slice(from, host).toLowerCase() !== key) return undefined;
  if (!isGuessBoundary(text, from) || !ALNUM.has(codeUnitAt(text, host))) return undefined;
  const limit = from + maxUrlLength + 1;
  const stop = findStop(text, from, from, limit, iri !== undefined);
  return stop < limit ? [from, trimPunctuation(text, from, host, stop)] : undefined;
}

/** A mail address around the "@" at `at`: a name, and a domain with a dot. */
function guessMailAddress(text: string, at: number, floor: number): TextRange | undefined {
  if (text[at] !== "@") return undefined;
  const least = Math.max(floor, at - MAX_LOCAL_PART_LENGTH);
  let start = at;
  while (start > least && LOCAL_PART.has(text.charCodeAt(start - 1))) start--;
  if (start === at || !isGuessBoundary(text, start) || text[start] === "." || text[at - 1] === ".")
    return undefined;
  let end = at + 1;
  while (end - at <= MAX_DOMAIN_LENGTH && DOMAIN.has(codeUnitAt(text, end))) end++;
  while (!ALNUM.has(text.charCodeAt(end - 1)) && end > at + 1) end--;
  const labels = text.slice(at + 1, end).split(".");
  const isName = labels.every((label) => label !== "" && !label.startsWith("-") && !label.endsWith("-"));
  return isName && labels.length > 1 && end - at <= MAX_DOMAIN_LENGTH ? [start, end] : undefined;
}

/** Can an address without a scheme begin here? Letters of any script could belong to it. */
function isGuessBoundary(text: string, start: number): boolean {
  const code = codeUnitAt(text, start - 1);
  if (code < 128) return !IN_ADDRESS.has(code);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return classifyEnd(text, isLow ? start - 2 : start - 1) !== "letter";
}

function createCandidate(text: string, start: number, end: number, front: string): Candidate {
  const angle = text[start - 1] === "<" && text[end] === ">";
  return {
    mode: angle ? "angle" : "bare",
    start: angle ? start - 1 : start,
    end: angle ? end + 1 : end,
    contentStart: start,
    contentEnd: end,
    text: front + text.slice(start, end),
    others: [],
    pieces: [],
    added: front.length,
    inText: false,
    warning: guessedSchemeWarning(start, end),
  };
}
