import { ALPHA, CharSet, DIGIT, PATH, QUERY, REG_NAME, SCHEME, USERINFO } from "./charset.ts";
import { BAD_ESCAPE, ESCAPES, escapeAt, PERCENT_HINT } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH } from "./limits.ts";
import type { Component, Problem, ProblemCode, Report } from "./problems.ts";
import { type ParseOptions, resolveMaxUrlLength } from "./scan.ts";
import type { ComponentOffsets, Url } from "./url.ts";

/** Maximum number of problems of one parser. A hostile text could cause one for each character. */
export const MAX_PROBLEMS = 100;

/** Receives a problem. Returns false when no more are wanted. */
export type ProblemSink = (
  code: ProblemCode,
  component: Component,
  start: number,
  end: number,
  message: string,
  cite: string,
  hint?: string,
) => boolean;

/** Collects problems up to the maximum. */
export function collectProblems(problems: Problem[]): ProblemSink {
  return (code, component, start, end, message, cite, hint) => {
    if (problems.length >= MAX_PROBLEMS) return false;
    const severity = "error";
    const problem: Problem =
      hint === undefined
        ? { code, severity, message, component, start, end, cite }
        : { code, severity, message, component, start, end, cite, hint };
    return problems.push(problem) < MAX_PROBLEMS;
  };
}

/** The differences between the two RFCs that the slow parser needs. */
export interface Grammar {
  /** Characters that can begin a scheme. */
  readonly schemeStart: CharSet;
  /** Does "//" begin an authority? */
  readonly authority: boolean;
  /** Characters that end it. */
  readonly authorityEnd: CharSet;
  readonly userinfo: CharSet;
  readonly path: CharSet;
  readonly query: CharSet;
  readonly fragment: boolean;
  /** Reports problems of host and port in text[start, end) and returns the end of the host. */
  readonly checkHostport: (
    text: string,
    start: number,
    end: number,
    options: ParseOptions,
    report: ProblemSink,
  ) => number;
  /** The sections with the rules for the scheme, for a single "@", and for allowed characters. */
  readonly cites: { readonly scheme: string; readonly userinfo: string; readonly characters: string };
}

/** The result of the slow parser. */
export interface SplitResult {
  readonly problems: readonly Problem[];
  /** Offsets of the components; valid only without problems. */
  readonly offsets: ComponentOffsets;
}

const SCHEME_ENDS = new CharSet(":/?#");

const RFC3986: Grammar = {
  schemeStart: ALPHA,
  authority: true,
  authorityEnd: new CharSet("/?#"),
  userinfo: USERINFO,
  path: PATH,
  query: QUERY,
  fragment: true,
  checkHostport,
  cites: { scheme: "RFC 3986 §3.1", userinfo: "RFC 3986 §3.2.1", characters: "RFC 3986 §2" },
};

/**
 * Returns every problem that keeps `text` from being a URL by RFC 3986, in the order of the text. The result is empty
 * exactly when the scanner accepts the text.
 */
export function diagnose(
  text: string,
  options: ParseOptions & { readonly relative?: boolean } = {},
): readonly Problem[] {
  return splitAndCheck(text, RFC3986, options).problems;
}

/** Splits a text before it checks it, then checks each component. Slower than the scanner, but finds every problem. */
export function splitAndCheck(
  text: string,
  grammar: Grammar,
  options: ParseOptions & { readonly relative?: boolean },
): SplitResult {
  const { userinfo, path, query } = grammar;
  const cite = grammar.cites.characters;
  const problems: Problem[] = [];
  const report = collectProblems(problems);
  if (reportLength(text, options, report)) return { problems, offsets: UNKNOWN };

  const schemeEnd = checkScheme(text, grammar, options.relative === true, report);
  let pathStart = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  if (grammar.authority && text.startsWith("//", pathStart)) {
    const start = pathStart + 2;
    pathStart = indexOfAny(text, grammar.authorityEnd, start);
    const at = indexOfWithin(text, "@", start, pathStart);
    hostStart = at + 1 || start;
    const second = at < 0 ? -1 : indexOfWithin(text, "@", hostStart, pathStart);
    if (second >= 0) {
      const message = 'more than one "@" in the authority: programs disagree on which host is meant';
      const hint = 'write an "@" that is data as "%40"';
      report("bad-userinfo", "userinfo", second, second + 1, message, grammar.cites.userinfo, hint);
    } else {
      if (at >= 0) checkCharacters(text, start, at, userinfo, "userinfo", report, cite);
      hostEnd = grammar.checkHostport(text, hostStart, pathStart, options, report);
    }
  }
  const hash = text.indexOf("#", pathStart);
  const queryEnd = hash < 0 ? text.length : hash;
  const question = indexOfWithin(text, "?", pathStart, queryEnd);
  const pathEnd = question < 0 ? queryEnd : question;
  checkCharacters(text, pathStart, pathEnd, path, "path", report, cite);
  checkCharacters(text, pathEnd + 1, queryEnd, query, "query", report, cite);
  if (grammar.fragment) checkCharacters(text, queryEnd + 1, text.length, query, "fragment", report, cite);
  return { problems, offsets: { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } };
}

/** Do not examine a text that is too long. */
const UNKNOWN: ComponentOffsets = {
  schemeEnd: -1,
  hostStart: -1,
  hostEnd: -1,
  pathStart: 0,
  pathEnd: 0,
  queryEnd: -1,
};

/** Reports a text that is longer than the caller allows. That is then its only problem. */
function reportLength(text: string, options: ParseOptions, report: ProblemSink): boolean {
  const max = resolveMaxUrlLength(options.maxUrlLength);
  const { length } = text;
  if (length <= max) return false;
  const message = `the text has ${length} characters, but the limit is ${max}`;
  report("too-long", "url", max, length, message, "RFC 3986 §3.2.2", "increase the option maxUrlLength");
  return true;
}

/** Checks the scheme and returns the offset of its ":", or -1 without a scheme, which is valid only in a reference. */
function checkScheme(
  text: string,
  { schemeStart, cites: { scheme: cite } }: Grammar,
  relative: boolean,
  report: ProblemSink,
): number {
  const end = indexOfAny(text, SCHEME_ENDS, 0);
  const isScheme = text[end] === ":";
  const bad = (start: number, to: number, message: string) =>
    report("bad-scheme", "scheme", start, to, message, cite);
  if (end === 0 ? isScheme || !relative : !isScheme && !relative) {
    const message = "missing scheme: a URL begins with a scheme and a colon";
    report("no-scheme", "scheme", 0, 0, message, cite, 'add a scheme, for example "ftp://"');
  }
  if (!isScheme) return -1;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if ((i === 0 ? schemeStart : SCHEME).has(code)) continue;
    const inner = SCHEME.has(code);
    bad(
      i,
      i + 1,
      inner
        ? "the scheme does not begin with a letter"
        : 'invalid character in the scheme: expected letters, digits, "+", "-", or "."',
    );
    return end;
  }
  if (end > MAX_SCHEME_LENGTH)
    bad(MAX_SCHEME_LENGTH, end, `the scheme exceeds the limit of ${MAX_SCHEME_LENGTH} characters`);
  return end;
}

/** host [ ":" port ], where the host can be an IP literal. */
function checkHostport(
  text: string,
  start: number,
  end: number,
  { zoneId }: ParseOptions,
  report: ProblemSink,
): number {
  const bad = (
    from: number,
    to: number,
    message: string,
    code: ProblemCode = "bad-ip-literal",
    hint?: string,
  ) => report(code, "host", from, to, message, "RFC 3986 §3.2.2", hint);

  let hostEnd: number;
  if (text[start] === "[") {
    const close = indexOfWithin(text, "]", start, end);
    if (close < 0) {
      bad(start, end, 'missing "]" at the end of the IP literal');
      return end;
    }
    hostEnd = close + 1;
    const code = ipLiteralProblem(text.slice(start + 1, close), zoneId);
    if (code === "bad-ip-literal") bad(start, hostEnd, "not a valid IPv6 or IPvFuture address");
    else if (code !== undefined) {
      const message = "a zone identifier is valid on one machine only";
      const hint = "remove the zone, or set the option zoneId for an address in fe80::/10";
      report(code, "host", text.indexOf("%", start), close, message, "RFC 9844", hint);
    }
    if (hostEnd < end && text[hostEnd] !== ":") {
      bad(hostEnd, end, 'unexpected text after the IP literal: expected ":" and a port');
      return hostEnd;
    }
  } else {
    const colon = indexOfWithin(text, ":", start, end);
    hostEnd = colon < 0 ? end : colon;
    checkCharacters(text, start, hostEnd, REG_NAME, "host", report);
    const second = indexOfWithin(text, ":", hostEnd + 1, end);
    if (second >= 0) {
      const message = 'more than one ":" after the userinfo';
      bad(second, second + 1, message, "bad-host", "write an IPv6 address in brackets");
      return hostEnd;
    }
  }
  checkDigits(text, hostEnd + 1, end, report, "RFC 3986 §3.2.3");
  return hostEnd;
}

/** port = *DIGIT. Reports the first character of text[start, end) that is not a digit. */
export function checkDigits(
  text: string,
  start: number,
  end: number,
  report: ProblemSink,
  cite: string,
): void {
  for (let i = start; i < end; i++) {
    if (DIGIT.has(text.charCodeAt(i))) continue;
    report("bad-port", "port", i, i + 1, "invalid character in the port: expected digits", cite);
    return;
  }
}

/** Reports each character of text[start, end) that is not in `set`, and each malformed escape. */
export function checkCharacters(
  text: string,
  start: number,
  end: number,
  set: CharSet,
  component: Component,
  report: ProblemSink,
  cite = "RFC 3986 §2",
): void {
  const { table } = set;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 128 && table[unit] === 1) continue;
    const at = i;
    let more: boolean;
    if (unit === 0x25) {
      // An escape that crosses the end of its component is malformed.
      if (i + 2 < end && escapeAt(text, i) >= 0) {
        i += 2;
        continue;
      }
      more = report("bad-escape", component, at, at + 1, BAD_ESCAPE, "RFC 3986 §2.1", PERCENT_HINT);
    } else {
      // codePointAt can read the unit after the text if this is a slice of another text: a fault of V8 in Node.js 24.
      const isPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(i, i + 2));
      const code = isPair ? text.codePointAt(i)! : unit;
      if (isPair) i++;
      // Only RFC 1738 excludes "~" from a set, because gateways were known to change it (§2.2).
      const name = code === 0x7e ? "unsafe-character" : "illegal-character";
      const message = `${characterName(code, component)} is not allowed in the ${component}`;
      more = report(name, component, at, i + 1, message, cite, hintFor(code, component));
    }
    if (!more) return;
  }
}

/**
 * Returns a name of the character for a message. In a userinfo the character itself is hidden, because it may be part
 * of a secret.
 */
function characterName(code: number, component: Component): string {
  if (code === 0x20) return "a space";
  if (code === 0x5c) return "a backslash";
  if (code < 0x20 || code === 0x7f) return "a control character";
  if (isSurrogate(code)) return "a lone surrogate";
  if (component === "userinfo") return "this character";
  if (code < 0x7f) return `"${String.fromCharCode(code)}"`;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function hintFor(code: number, component: Component): string | undefined {
  if (isSurrogate(code)) return undefined;
  if (code === 0x5c) return 'use "/" between path segments; write a backslash that is data as "%5C"';
  if (code > 0x7f && component === "userinfo") return "percent-encode its UTF-8 bytes, each as %XX";
  if (code > 0x7f) return `percent-encode it as "${encodeURIComponent(String.fromCodePoint(code))}"`;
  return `write it as "${ESCAPES[code]!}"`;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Returns the first offset of `char` in text[start, end), or -1. */
function indexOfWithin(text: string, char: string, start: number, end: number): number {
  const at = text.indexOf(char, start);
  return at < end ? at : -1;
}

/** Returns the first offset from `from` on of one of `chars`, or the length of the text. */
function indexOfAny(text: string, { table }: CharSet, from: number): number {
  let i = from;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && table[code] === 1) break;
  }
  return i;
}

/**
 * Warns of an ambiguous host: in `ftp://u?x@h/` the host is "u" by RFC 3986, and "h" by RFC 1738, whose userinfo can
 * contain "?". Such a URL is never opened.
 */
export function warnAboutAmbiguity(url: Url, report: Report): void {
  const { schemeEnd, hostStart, pathStart, queryEnd } = url.offsets;
  // Only a parse by RFC 1738 gives such a userinfo.
  const old = url.userinfo?.includes("?") === true;
  if (!old) {
    if (hostStart < 0 || url.path !== "" || url.query === undefined) return;
    const at = url.query.indexOf("@");
    const slash = url.query.indexOf("/");
    if (at < 0 || (slash >= 0 && slash < at)) return;
  }
  report({
    code: "ambiguous-authority",
    severity: "warning",
    message: old
      ? 'ambiguous host: RFC 3986 ends it at the "?", but RFC 1738 starts it after the "@"'
      : 'ambiguous host: it ends at the "?", but old software starts it after the "@"',
    component: "authority",
    start: old ? schemeEnd + 3 : pathStart,
    end: old ? pathStart : queryEnd,
    hint: 'write "/?" before a query, and "%3F" in a user name',
    cite: "RFC 3986 §3.2",
  });
}
