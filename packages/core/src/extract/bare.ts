import { CharSet, SUB_DELIMS, UNRESERVED } from "../syntax/charset.ts";
import type { ProblemInit } from "../syntax/problems.ts";
import {
  AT_SIGN,
  characterClass,
  classifyEnd,
  codeUnitAt,
  EMPHASIS,
  ENDS_AUTHORITY,
  IN_LIST,
  isBidiControl,
  NOT_IN_URL,
  TRAILING,
} from "./characters.ts";
import { tooLongProblem, truncatedWarning } from "./problems.ts";
import type { Runs } from "./runs.ts";

/** The end of a bare URL. */
export interface BareUrlEnd {
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
export function trimPunctuation(
  text: string,
  mark: number,
  start: number,
  least: number,
  stop: number,
): number {
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
