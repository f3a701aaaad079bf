import { ALPHA, CharSet, DIGIT, SUB_DELIMS, UNRESERVED } from "../syntax/charset.ts";
import type { ProblemInit } from "../syntax/problems.ts";
import { type Candidate, guessedSchemeWarning, tooLongProblem, truncatedWarning } from "./candidate.ts";
import {
  AT_SIGN,
  characterClass,
  classifyEnd,
  codeUnitAt,
  EMPHASIS,
  ENDS_AUTHORITY,
  IN_LIST,
  isBidiControl,
  isBoundary,
  isInUrl,
  letterLength,
  NOT_IN_URL,
  TRAILING,
} from "./characters.ts";
import type { ExtractSettings } from "./options.ts";

/** The end of a bare URL. */
interface BareUrlEnd {
  readonly end: number;
  /** A warning about that end. */
  readonly warning?: ProblemInit;
  /** Why there is no URL. */
  readonly fault?: ProblemInit;
}

const OPEN = 0x28;
const CLOSE = 0x29;
const AT = 0x40;
const BRACKET = 0x5b;
const IN_LITERAL: CharSet = new CharSet(":%", UNRESERVED, SUB_DELIMS);
const MAX_LITERAL_LENGTH = 64;

/**
 * Finds the end of the URL that begins at `start` and whose scheme ends at `colon`; `undefined` if nothing remains of
 * it. Text before `outer` can be a mark of emphasis.
 *
 *     (see http://[::1]:8080/x_(y)).
 *          ^   ^                ^ end: ")" has no "(" in the URL, and "." belongs to the sentence
 *      start   colon
 */
export function findBareUrlEnd(
  text: string,
  outer: number,
  start: number,
  colon: number,
  slashes: boolean,
  runs: Runs,
  maxUrlLength: number,
): BareUrlEnd | undefined {
  const least = colon + (slashes ? 3 : 1);
  let authorityEnd = least;
  if (slashes) {
    authorityEnd = findAuthorityEnd(text, least, maxUrlLength);
    const literalEnd = findLiteralEnd(text, least, authorityEnd);
    if (literalEnd > 0) authorityEnd = findAuthorityEnd(text, literalEnd, maxUrlLength);
  }
  const isList = slashes && (characterClass(codeUnitAt(text, authorityEnd)) & IN_LIST) !== 0;
  const stop = isList ? authorityEnd : runs.findRunEnd(authorityEnd);
  if (stop - start > maxUrlLength) return { end: stop, fault: tooLongProblem(start, stop, maxUrlLength) };
  const end = trimPunctuation(text, codeUnitAt(text, outer - 1), start, least, stop);
  if (end <= least) return undefined;
  const doubt = classifyEnd(text, stop);
  if (doubt === "end") return { end };
  const problem = truncatedWarning(stop, isBidiControl(codeUnitAt(text, stop)));
  // If only the first letters of a host are ASCII, it is another host.
  return doubt === "letter" && stop === authorityEnd ? { end, fault: problem } : { end, warning: problem };
}

/** Returns the end of the authority that begins at `from`: at "/", "?" or "#", at a list, or at the end of the run. */
function findAuthorityEnd(text: string, from: number, max: number): number {
  let list = -1;
  const limit = Math.min(text.length, from + max + 1);
  let i = from;
  for (; i < limit; i++) {
    const bits = characterClass(text.charCodeAt(i)) & (NOT_IN_URL | ENDS_AUTHORITY | IN_LIST | AT_SIGN);
    if (bits === 0) continue;
    if (bits === AT_SIGN) list = -1;
    else if (bits !== IN_LIST) break;
    else if (list < 0) list = i;
  }
  return list < 0 ? i : list;
}

/** Returns the end of the IP literal at `at`, where a host begins; -1 without one. A URL has no other brackets. */
function findLiteralEnd(text: string, authority: number, at: number): number {
  if (codeUnitAt(text, at) !== BRACKET || (at > authority && text.charCodeAt(at - 1) !== AT)) return -1;
  let i = at + 1;
  while (i - at < MAX_LITERAL_LENGTH && IN_LITERAL.has(codeUnitAt(text, i))) i++;
  return text[i] === "]" ? i + 1 : -1;
}

/** Removes punctuation of the sentence from the end of text[start, stop), but not below `least`. */
function trimPunctuation(text: string, mark: number, start: number, least: number, stop: number): number {
  const emphasis = (characterClass(mark) & EMPHASIS) !== 0 ? mark : -1;
  let surplus: number | undefined;
  for (let end = stop; end > least; end--) {
    const code = text.charCodeAt(end - 1);
    if ((characterClass(code) & TRAILING) !== 0) continue;
    if (code === CLOSE) {
      surplus ??= countUnmatchedParens(text, start, end);
      if (surplus-- > 0) continue;
    }
    // The "*" of `news:*` is the whole content of the URL.
    if (code === emphasis && end - 1 > least) continue;
    return end;
  }
  return least;
}

/** Returns the number of ")" minus the number of "(" in text[start, end). */
function countUnmatchedParens(text: string, start: number, end: number): number {
  let surplus = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === CLOSE) surplus++;
    else if (code === OPEN) surplus--;
  }
  return surplus;
}

/**
 * The runs of a text: ranges of characters that a bare URL can contain. Each run is scanned once, however many colons
 * it has, and counts its invalid URLs, which keeps the time linear.
 */
export class Runs {
  readonly #text: string;
  readonly #letters: boolean;
  readonly #maxAttempts: number;
  /** The run scanned last, from its entry offset. */
  #start = 0;
  #end = 0;
  /** The end of the run with the last failed attempts, and their number. */
  #failedEnd = -1;
  #failures = 0;

  constructor(text: string, { iri, maxAttempts }: ExtractSettings) {
    this.#text = text;
    this.#letters = iri !== undefined;
    this.#maxAttempts = maxAttempts;
  }

  /** Returns the end of the run that contains `from`. */
  findRunEnd(from: number): number {
    if (from >= this.#start && from < this.#end) return this.#end;
    const text = this.#text;
    // A URL in a known run can begin before the offset at which another one entered it.
    const stop = from < this.#start ? this.#start : text.length;
    let i = from;
    for (;;) {
      while (i < stop && isInUrl(text.charCodeAt(i))) i++;
      if (i === stop && i < text.length) i = this.#end;
      const width = this.#letters ? letterLength(text, i) : 0;
      if (width === 0) break;
      i += width;
    }
    this.#start = from;
    this.#end = i;
    return i;
  }

  /**
   * Records that no URL begins before `at`. Returns where to continue: at `at`, or after the run if it had too many
   * failures.
   */
  goOnAfterFailure(at: number): number {
    const end = this.findRunEnd(at);
    this.#failures = end === this.#failedEnd ? this.#failures + 1 : 1;
    this.#failedEnd = end;
    return this.#failures < this.#maxAttempts ? at : end;
  }
}

const ALNUM: CharSet = new CharSet(ALPHA, DIGIT);
/** Characters that are common in mail addresses and that `mailto:` allows unencoded (RFC 6068 §2). */
const LOCAL_PART: CharSet = new CharSet("._+-~", ALNUM);
const DOMAIN: CharSet = new CharSet(".-", ALNUM);
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;

/** Returns the URL without a scheme around the trigger at `at`, by the caller's guesses. */
export function guessScheme(
  text: string,
  at: number,
  floor: number,
  runs: Runs,
  { guesses, maxUrlLength }: ExtractSettings,
): Candidate | undefined {
  for (const [key, front] of guesses) {
    const stretch =
      key === "@"
        ? guessMailAddress(text, at, floor)
        : guessAbbreviation(text, at, floor, key, runs, maxUrlLength);
    if (stretch !== undefined) return createCandidate(text, stretch[0], stretch[1], front);
  }
  return undefined;
}

type TextRange = readonly [start: number, end: number];

/** "www." and the text after it; the last two characters of the key are at `at`. */
function guessAbbreviation(
  text: string,
  at: number,
  floor: number,
  key: string,
  runs: Runs,
  maxUrlLength: number,
): TextRange | undefined {
  const from = at - Math.max(0, key.length - 2);
  const host = from + key.length;
  if (from < floor || text.slice(from, host).toLowerCase() !== key) return undefined;
  if (!isBoundary(text, from) || !ALNUM.has(codeUnitAt(text, host))) return undefined;
  const stop = runs.findRunEnd(from);
  if (stop - from > maxUrlLength) return undefined;
  return [from, trimPunctuation(text, codeUnitAt(text, from - 1), from, host, stop)];
}

/** A mail address around the "@" at `at`: a name, and a domain with a dot. */
function guessMailAddress(text: string, at: number, floor: number): TextRange | undefined {
  if (text[at] !== "@") return undefined;
  const least = Math.max(floor, at - MAX_LOCAL_PART_LENGTH);
  let start = at;
  while (start > least && LOCAL_PART.has(text.charCodeAt(start - 1))) start--;
  if (start === at || !isBoundary(text, start) || text[start] === "." || text[at - 1] === ".")
    return undefined;
  let end = at + 1;
  while (end - at <= MAX_DOMAIN_LENGTH && DOMAIN.has(codeUnitAt(text, end))) end++;
  while (!ALNUM.has(text.charCodeAt(end - 1)) && end > at + 1) end--;
  const labels = text.slice(at + 1, end).split(".");
  const isName = labels.every((label) => label !== "" && !label.startsWith("-") && !label.endsWith("-"));
  return isName && labels.length > 1 && end - at <= MAX_DOMAIN_LENGTH ? [start, end] : undefined;
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
