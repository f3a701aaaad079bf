import { ALPHA, CharSet, DIGIT, PATH, QUERY, REG_NAME, SCHEME, USERINFO } from "./charset.ts";
import { BAD_ESCAPE, ESCAPES, escapeAt, PERCENT_HINT } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH, maxUrlLengthOf } from "./limits.ts";
import type { Component, Problem, ProblemCode, Report } from "./problems.ts";
import type { ParseOptions } from "./scan.ts";
import type { Offsets, Url } from "./url.ts";

/** More than anybody reads; a hostile text could have one problem a character. */
const MAX_PROBLEMS = 100;

/** Takes a problem in; false when that was enough. */
export type Sink = (
  code: ProblemCode,
  component: Component,
  start: number,
  end: number,
  message: string,
  cite: string,
  hint?: string,
) => boolean;

/** Writes problems down, as many as anybody reads. */
export function into(problems: Problem[]): Sink {
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

/** Where two RFCs split and allow differently: what the slow reader has to know of each. */
export interface Grammar {
  /** What a scheme may begin with. */
  readonly schemeStart: CharSet;
  /** Does "//" begin an authority? */
  readonly authority: boolean;
  /** What ends it. */
  readonly authorityEnd: CharSet;
  readonly userinfo: CharSet;
  readonly path: CharSet;
  readonly query: CharSet;
  readonly fragment: boolean;
  /** Reports what is wrong with text[start, end), host and port, and gives where the host ends. */
  readonly checkHostport: (
    text: string,
    start: number,
    end: number,
    options: ParseOptions,
    report: Sink,
  ) => number;
  /** The rules: what a scheme is made of, one "@", which characters stand where. */
  readonly cites: { readonly scheme: string; readonly userinfo: string; readonly characters: string };
}

/** What the slow reader has found. */
export interface Examined {
  readonly problems: readonly Problem[];
  /** Those of a URL, where there is no problem. */
  readonly offsets: Offsets;
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
 * Everything that keeps `text` from being a URL by RFC 3986, in the order of the text. Empty exactly when
 * the scanner accepts.
 */
export function diagnose(
  text: string,
  options: ParseOptions & { readonly relative?: boolean } = {},
): readonly Problem[] {
  return examine(text, RFC3986, options).problems;
}

/**
 * The slow companion of the scanner: it splits without checking first, and then looks at each component by itself.
 */
export function examine(
  text: string,
  grammar: Grammar,
  options: ParseOptions & { readonly relative?: boolean } = {},
): Examined {
  const { userinfo, path, query } = grammar;
  const cite = grammar.cites.characters;
  const problems: Problem[] = [];
  const report = into(problems);
  if (reportLength(text, options, report)) return { problems, offsets: UNKNOWN };

  const schemeEnd = checkScheme(text, grammar, options.relative === true, report);
  let pathStart = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  if (grammar.authority && text.startsWith("//", pathStart)) {
    const start = pathStart + 2;
    pathStart = indexOfAny(text, grammar.authorityEnd, start);
    const at = within(text, "@", start, pathStart);
    hostStart = at + 1 || start;
    const second = at < 0 ? -1 : within(text, "@", hostStart, pathStart);
    if (second >= 0) {
      const message = 'more than one "@" in the authority: programs disagree on which host is meant';
      const hint = 'write an "@" that is data as "%40"';
      report("bad-userinfo", "userinfo", second, second + 1, message, grammar.cites.userinfo, hint);
    } else {
      if (at >= 0) check(text, start, at, userinfo, "userinfo", report, cite);
      hostEnd = grammar.checkHostport(text, hostStart, pathStart, options, report);
    }
  }
  const hash = text.indexOf("#", pathStart);
  const queryEnd = hash < 0 ? text.length : hash;
  const question = within(text, "?", pathStart, queryEnd);
  const pathEnd = question < 0 ? queryEnd : question;
  check(text, pathStart, pathEnd, path, "path", report, cite);
  check(text, pathEnd + 1, queryEnd, query, "query", report, cite);
  if (grammar.fragment) check(text, queryEnd + 1, text.length, query, "fragment", report, cite);
  return { problems, offsets: { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } };
}

/** A text that is too long is not looked into. */
const UNKNOWN: Offsets = { schemeEnd: -1, hostStart: -1, hostEnd: -1, pathStart: 0, pathEnd: 0, queryEnd: 0 };

/** Is the text longer than the caller allows? Then that is its only problem. */
function reportLength(text: string, options: ParseOptions, report: Sink): boolean {
  const max = maxUrlLengthOf(options.maxUrlLength);
  const { length } = text;
  if (length <= max) return false;
  const message = `the text has ${length} characters, but the limit is ${max}`;
  report("too-long", "url", max, length, message, "RFC 3986 §3.2.2", "increase the option maxUrlLength");
  return true;
}

/** Where the ":" of the scheme stands; -1 when the text has no scheme, which is only well with a reference. */
function checkScheme(
  text: string,
  { schemeStart, cites: { scheme: cite } }: Grammar,
  relative: boolean,
  report: Sink,
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

/** host [ ":" port ], where a host may be an IP literal */
function checkHostport(
  text: string,
  start: number,
  end: number,
  { zoneId }: ParseOptions,
  report: Sink,
): number {
  const bad = (from: number, to: number, message: string, code = "bad-ip-literal", hint?: string) =>
    report(code, "host", from, to, message, "RFC 3986 §3.2.2", hint);

  let hostEnd: number;
  if (text[start] === "[") {
    const close = within(text, "]", start, end);
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
    const colon = within(text, ":", start, end);
    hostEnd = colon < 0 ? end : colon;
    check(text, start, hostEnd, REG_NAME, "host", report);
    const second = within(text, ":", hostEnd + 1, end);
    if (second >= 0) {
      const message = 'more than one ":" after the userinfo';
      bad(second, second + 1, message, "bad-host", "write an IPv6 address in brackets");
      return hostEnd;
    }
  }
  checkDigits(text, hostEnd + 1, end, report, "RFC 3986 §3.2.3");
  return hostEnd;
}

/** port = *DIGIT. Reports the first character of text[start, end) that is none. */
export function checkDigits(text: string, start: number, end: number, report: Sink, cite: string): void {
  for (let i = start; i < end; i++) {
    if (DIGIT.has(text.charCodeAt(i))) continue;
    report("bad-port", "port", i, i + 1, "invalid character in the port: expected digits", cite);
    return;
  }
}

/** Reports each character of text[start, end) that is not in `set`, and each escape that is not one. */
export function check(
  text: string,
  start: number,
  end: number,
  set: CharSet,
  component: Component,
  report: Sink,
  cite = "RFC 3986 §2",
): void {
  const { table } = set;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 128 && table[unit] === 1) continue;
    const at = i;
    let more: boolean;
    if (unit === 0x25) {
      // Cut off by the end of its component, it is none.
      if (i + 2 < end && escapeAt(text, i) >= 0) {
        i += 2;
        continue;
      }
      more = report("bad-escape", component, at, at + 1, BAD_ESCAPE, "RFC 3986 §2.1", PERCENT_HINT);
    } else {
      const code = text.codePointAt(i)!;
      if (code > 0xffff) i++;
      // "~" is outside of a set by RFC 1738 alone, where gateways were known to change it (§2.2).
      const name = code === 0x7e ? "unsafe-character" : "illegal-character";
      const message = `${nameOf(code, component)} is not allowed in the ${component}`;
      more = report(name, component, at, i + 1, message, cite, hintFor(code, component));
    }
    if (!more) return;
  }
}

/** The character for a message; never one of a userinfo, which may be a secret's. */
function nameOf(code: number, component: Component): string {
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

/** Where `char` first stands in text[start, end); -1 where it does not. */
function within(text: string, char: string, start: number, end: number): number {
  const at = text.indexOf(char, start);
  return at < end ? at : -1;
}

/** The first place at or after `from` where one of `chars` stands; the end of the text when there is none. */
function indexOfAny(text: string, { table }: CharSet, from: number): number {
  let i = from;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && table[code] === 1) break;
  }
  return i;
}

/**
 * `ftp://u?x@h/`: the host is "u" by RFC 3986, and "h" by RFC 1738, where a userinfo may hold "?". Warned of,
 * and never opened.
 */
export function warnOfAmbiguity(url: Url, report: Report): void {
  const { schemeEnd, hostStart, pathStart, queryEnd } = url.offsets;
  // Only a reading by RFC 1738 finds one there.
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
