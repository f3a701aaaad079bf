import { CharSet, QUERY } from "../syntax/charset.ts";
import { iriToUri } from "../syntax/iri.ts";
import { isSyntaxError, type Problem, type ProblemInit, toProblem } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";
import type { ExtractSettings } from "./options.ts";

/** A range of the source that may be a URL. */
export interface Candidate {
  readonly mode: Mode;
  readonly start: number;
  readonly end: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The text without white space. */
  readonly text: string;
  /** Alternative texts. */
  readonly others: readonly string[];
  /** The source ranges of the text: start, end, start, end … Empty if it is the whole content. */
  readonly pieces: readonly number[];
  /** Number of characters at the start of the text that are not in the source. */
  readonly added: number;
  /** Must the scheme allow its URLs in running text? */
  readonly inText: boolean;
  readonly warning: ProblemInit | undefined;
}

/** Characters of a fragment. RFC 1738 does not check that its escapes are complete. */
const FRAGMENT: CharSet = new CharSet("%", QUERY);
const NO_URLS: readonly Url[] = Object.freeze([]);
const NO_PROBLEMS: readonly Problem[] = Object.freeze([]);

/** Parses a candidate; `undefined` if none of its texts is a URL. */
export function parseCandidate(
  source: string,
  candidate: Candidate,
  settings: ExtractSettings,
): ExtractedUrl | undefined {
  const { mode, start, end, contentStart, contentEnd, others, warning } = candidate;
  let reading = parseText(candidate.text, candidate, settings);
  let alternatives = NO_URLS;
  if (others.length > 0) {
    const readings = others.map((text) => parseText(text, candidate, settings)).filter(({ url }) => url);
    if (reading.url === undefined) reading = readings.shift() ?? reading;
    alternatives = readings.map(({ url }) => url!);
  }
  const { url, reference } = reading;
  if (url === undefined) return undefined;
  const isWhole = end - start === candidate.text.length && candidate.added === 0;
  const raw = isWhole ? candidate.text : source.slice(start, end);
  const problems = toSourceProblems(reading, candidate, warning);
  const found: ExtractedUrl = {
    url,
    alternatives,
    reference,
    mode,
    raw,
    start,
    end,
    contentStart,
    contentEnd,
    problems,
  };
  return others.length === 0 ? found : { ...found, ambiguous: "hyphen" };
}

/** Returns where in the source the first error of a bare URL is; `undefined` if its scheme does not say. */
export function findFirstError(candidate: Candidate, settings: ExtractSettings): number | undefined {
  const { problems } = parseText(candidate.text, candidate, settings);
  const first = problems.find(({ severity, code }) => severity === "error" && code !== "plugin-fault");
  return first && candidate.contentStart + first.start;
}

/** Returns a candidate that did not parse, with its problems. */
export function toInvalidUrl(
  source: string,
  candidate: Candidate,
  fault: ProblemInit | undefined,
  settings: ExtractSettings,
): InvalidUrl {
  const { text, mode, start, end, contentStart, contentEnd } = candidate;
  const problems =
    fault === undefined
      ? toSourceProblems(parseText(text, candidate, settings), candidate, undefined)
      : [toProblem({ ...fault, severity: "error" })];
  const raw = source.slice(start, end);
  return { url: undefined, text, mode, raw, start, end, contentStart, contentEnd, problems };
}

function parseText(text: string, { inText }: Candidate, settings: ExtractSettings): CandidateUrl {
  const reading = parseIriText(text, settings);
  return inText && reading.url && !isAllowedInText(reading.url, settings)
    ? { ...reading, url: undefined }
    : reading;
}

/** Parses a URL, or the URL that an IRI maps to if IRIs are enabled. */
function parseIriText(text: string, settings: ExtractSettings): CandidateUrl {
  if (settings.iri === undefined || isAscii(text)) return parseUriText(text, settings);
  try {
    return parseUriText(iriToUri(text, settings.iri), settings);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    const reference = { url: text, fragment: undefined };
    return { uri: text, url: undefined, reference, problems: error.problems };
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

interface CandidateUrl {
  /** The parsed URL. */
  readonly uri: string;
  readonly url: Url | undefined;
  readonly reference: ExtractedUrl["reference"];
  readonly problems: readonly Problem[];
}

/** Parses by the registry. A scheme that fails because of a bug loses only its own URLs. */
function parseUriText(uri: string, { registry, reading }: ExtractSettings): CandidateUrl {
  const hash = uri.indexOf("#");
  const reference =
    hash < 0 ? { url: uri, fragment: undefined } : { url: uri.slice(0, hash), fragment: uri.slice(hash + 1) };
  // RFC 1738 allows fragments in its wrapper, but not in its URLs.
  const isApart = hash >= 0 && reading.profile === "rfc1738";
  try {
    const { url, problems } = registry.tryParse(isApart ? reference.url : uri, reading);
    const isWhole = !isApart || FRAGMENT.covers(reference.fragment!);
    return { uri, url: isWhole ? url : undefined, reference, problems };
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (code !== "plugin-fault") throw error;
    const place = { severity: "error", component: "url", start: 0, end: uri.length } as const;
    return { uri, url: undefined, reference, problems: [{ ...place, code, message, cite: "RFC 3986 §3.1" }] };
  }
}

function isAllowedInText(url: Url, { registry, schemes }: ExtractSettings): boolean {
  const scheme = registry.scheme(url.scheme);
  // If the scheme does not decide, only if the caller listed the name.
  if (scheme?.inText === undefined) return schemes.has(url.scheme);
  try {
    return scheme.inText(url);
  } catch {
    return false;
  }
}

/** Maps the problems to the source; if the source was altered, to the whole content. */
function toSourceProblems(
  { uri, problems }: CandidateUrl,
  candidate: Candidate,
  warning: ProblemInit | undefined,
): readonly Problem[] {
  if (warning === undefined && problems.length === 0) return NO_PROBLEMS;
  const { contentStart, contentEnd } = candidate;
  const placed = problems.map((problem) =>
    uri === candidate.text
      ? {
          ...problem,
          start: toSourceOffset(candidate, problem.start),
          end: toSourceOffset(candidate, problem.end),
        }
      : { ...problem, start: contentStart, end: contentEnd },
  );
  return warning === undefined ? placed : [...placed, toProblem(warning)];
}

/** Maps an offset in the cleaned text to the source. */
function toSourceOffset({ pieces, added, contentStart, contentEnd }: Candidate, at: number): number {
  let rest = Math.max(0, at - added);
  if (pieces.length === 0) return contentStart + rest;
  for (let k = 0; k < pieces.length; k += 2) {
    const length = pieces[k + 1]! - pieces[k]!;
    if (rest < length) return pieces[k]! + rest;
    rest -= length;
  }
  return contentEnd;
}

/**
 * How the URL was delimited: `<URL:…>`; `<…>`; quotation marks; `URL:` before it; or only by its scheme, and white
 * space or punctuation after it.
 */
export type Mode = "wrapped" | "angle" | "quoted" | "prefixed" | "bare";

/** A range of a text. All offsets are UTF-16 code units of that text, [start, end). */
export interface ExtractedRange {
  readonly mode: Mode;
  /** Including the wrapper: text.slice(start, end). */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Without the wrapper. White space that breaks the URL is included. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /**
   * Warnings of the schemes, and cut-short, unterminated-wrapper, guessed-scheme. Their offsets refer to the searched
   * text, not to the URL.
   */
  readonly problems: readonly Problem[];
}

/** A URL found in a text. */
export interface ExtractedUrl extends ExtractedRange {
  /** Without wrapper and white space, and parsed by the registry. Show it to the user before you open it. */
  readonly url: Url;
  /**
   * Alternatives if a line ends in a hyphen, those with the fewest removed hyphens first. Never open both without
   * asking.
   */
  readonly alternatives: readonly Url[];
  /** A line break followed a hyphen, which may or may not be part of the URL. */
  readonly ambiguous?: "hyphen";
  /** The URL without its fragment, and the fragment: `undefined` without "#". */
  readonly reference: { readonly url: string; readonly fragment: string | undefined };
}

/** A text that looks like a URL but is invalid; returned only on request. */
export interface InvalidUrl extends ExtractedRange {
  readonly url: undefined;
  /** Without wrapper and white space. May contain a password. */
  readonly text: string;
}

/* Problems that extraction itself reports about a URL. The offsets refer to the searched text. */

const CONTEXT = "RFC 3986 appendix C";

/** Warns that the URL ends before a character that may belong to it. */
export function truncatedWarning(at: number, bidi: boolean): ProblemInit {
  return {
    ...{
      code: "cut-short",
      severity: "warning",
      component: "url",
      start: at,
      end: at + 1,
      cite: "RFC 3986 §2",
    },
    message: bidi
      ? "the URL ends before a control character that reverses text; it may appear longer than it is"
      : "the URL ends where the text after it is not valid in a URL; it may be incomplete",
    hint: 'enclose the URL in "<" and ">", and percent-encode characters that are not ASCII',
  };
}

/** Warns of a "<" without a ">": the URL after it is found as a bare one. */
export function unterminatedWarning(start: number, end: number): ProblemInit {
  return {
    ...{ code: "unterminated-wrapper", severity: "warning", component: "url", start, end, cite: CONTEXT },
    message: 'the "<" before the URL has no ">"; the end of the URL is a guess',
  };
}

export function guessedSchemeWarning(start: number, end: number): ProblemInit {
  return {
    ...{
      code: "guessed-scheme",
      severity: "warning",
      component: "scheme",
      start,
      end,
      cite: "RFC 3986 §4.5",
    },
    message: "the text has no scheme; a guessed one was added",
  };
}

export function tooLongProblem(start: number, end: number, max: number): ProblemInit {
  return {
    ...{ code: "too-long", component: "url", start: start + max, end, cite: "RFC 3986 §3.2.2" },
    message: `the URL exceeds the limit of ${max} characters`,
    hint: "increase the option maxUrlLength",
  };
}
