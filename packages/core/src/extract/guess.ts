import { ALPHA, CharSet, DIGIT } from "../syntax/charset.ts";
import { trimPunctuation } from "./bare.ts";
import { codeUnitAt, isBoundary } from "./characters.ts";
import type { ExtractSettings } from "./options.ts";
import type { Candidate } from "./parse-candidate.ts";
import { guessedSchemeWarning } from "./problems.ts";
import type { Runs } from "./runs.ts";

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
