import { CharSet, QUERY } from "../syntax/charset.ts";
import { iriToUri } from "../syntax/iri.ts";
import { type Problem, type ProblemInit, toProblem, type UrlSyntaxError } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";
import type { ExtractedUrl, InvalidUrl, Mode } from "./extracted-url.ts";
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
  const raw = source.slice(start, end);
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
    const { name, problems } = error as UrlSyntaxError;
    if (name !== "UrlSyntaxError") throw error;
    return { uri: text, url: undefined, reference: { url: text, fragment: undefined }, problems };
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
