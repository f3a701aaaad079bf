import { CharSet, SUB_DELIMS, UNRESERVED } from "../charset.ts";
import type { ProblemInit } from "../problems.ts";
import {
  AT_SIGN,
  classOf,
  codeAt,
  EMPHASIS,
  ENDS_AUTHORITY,
  endAt,
  IN_LIST,
  isBidiControl,
  NOT_IN_URL,
  TRAILING,
} from "./characters.ts";
import { cutShort, tooLong } from "./problems.ts";
import type { Runs } from "./runs.ts";

/** Where a URL ends that nothing encloses. */
export interface BareEnd {
  readonly end: number;
  /** A doubt about that end. */
  readonly warning?: ProblemInit;
  /** Why no URL ends there. */
  readonly fault?: ProblemInit;
}

const OPEN = 0x28;
const CLOSE = 0x29;
const AT = 0x40;
const BRACKET = 0x5b;
const IN_LITERAL: CharSet = new CharSet(":%", UNRESERVED, SUB_DELIMS);
const MAX_LITERAL = 64;

/**
 * Finds the end of the URL that begins at `start` and whose scheme ends at `colon`; `undefined` when nothing is left of
 * it. What is before `outer` may be a mark of emphasis.
 *
 *     (see http://[::1]:8080/x_(y)).
 *          ^   ^                ^ end: ")" closes nothing in the URL, and "." is the sentence's
 *      start   colon
 */
export function bareEnd(
  text: string,
  outer: number,
  start: number,
  colon: number,
  slashes: boolean,
  runs: Runs,
  maxUrlLength: number,
): BareEnd | undefined {
  const least = colon + (slashes ? 3 : 1);
  let authorityEnd = least;
  if (slashes) {
    authorityEnd = endOfAuthority(text, least, maxUrlLength);
    const literalEnd = endOfLiteral(text, least, authorityEnd);
    if (literalEnd > 0) authorityEnd = endOfAuthority(text, literalEnd, maxUrlLength);
  }
  const isList = slashes && (classOf(codeAt(text, authorityEnd)) & IN_LIST) !== 0;
  const stop = isList ? authorityEnd : runs.endOf(authorityEnd);
  if (stop - start > maxUrlLength) return { end: stop, fault: tooLong(start, stop, maxUrlLength) };
  const end = trimmed(text, codeAt(text, outer - 1), start, least, stop);
  if (end <= least) return undefined;
  const doubt = endAt(text, stop);
  if (doubt === "end") return { end };
  const problem = cutShort(stop, isBidiControl(codeAt(text, stop)));
  // A host of which only the first letters are ASCII is another host.
  return doubt === "letter" && stop === authorityEnd ? { end, fault: problem } : { end, warning: problem };
}

/** Where the authority ends that begins at `from`: at "/", "?" or "#", at a list, or with the run. */
function endOfAuthority(text: string, from: number, max: number): number {
  let list = -1;
  const limit = Math.min(text.length, from + max + 1);
  let i = from;
  for (; i < limit; i++) {
    const bits = classOf(text.charCodeAt(i)) & (NOT_IN_URL | ENDS_AUTHORITY | IN_LIST | AT_SIGN);
    if (bits === 0) continue;
    if (bits === AT_SIGN) list = -1;
    else if (bits !== IN_LIST) break;
    else if (list < 0) list = i;
  }
  return list < 0 ? i : list;
}

/** The end of the IP literal at `at`, where a host begins; -1 without one. No other brackets are in a URL. */
function endOfLiteral(text: string, authority: number, at: number): number {
  if (codeAt(text, at) !== BRACKET || (at > authority && text.charCodeAt(at - 1) !== AT)) return -1;
  let i = at + 1;
  while (i - at < MAX_LITERAL && IN_LITERAL.has(codeAt(text, i))) i++;
  return text[i] === "]" ? i + 1 : -1;
}

/** Leaves out of text[start, stop) what is the sentence's, down to `least`. */
export function trimmed(text: string, mark: number, start: number, least: number, stop: number): number {
  const emphasis = (classOf(mark) & EMPHASIS) !== 0 ? mark : -1;
  let surplus: number | undefined;
  for (let end = stop; end > least; end--) {
    const code = text.charCodeAt(end - 1);
    if ((classOf(code) & TRAILING) !== 0) continue;
    if (code === CLOSE) {
      surplus ??= surplusOf(text, start, end);
      if (surplus-- > 0) continue;
    }
    // The "*" of `news:*` is all that the URL has.
    if (code === emphasis && end - 1 > least) continue;
    return end;
  }
  return least;
}

/** How many more ")" than "(" text[start, end) has. */
function surplusOf(text: string, start: number, end: number): number {
  let surplus = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === CLOSE) surplus++;
    else if (code === OPEN) surplus--;
  }
  return surplus;
}
