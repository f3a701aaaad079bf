import { ALPHA, type CharSet, DIGIT, PATH, QUERY, REG_NAME, SCHEME, USERINFO } from "./charset.ts";
import { escapeAt } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH, maxUrlLengthOf } from "./limits.ts";
import { type Component, type Problem, type ProblemInit, problemOf, type Report } from "./problems.ts";
import type { ParseOptions } from "./scan.ts";
import type { Url } from "./url.ts";

/** More than anybody reads; a hostile text could have one problem a character. */
const MAX_PROBLEMS = 100;

/**
 * Everything that keeps `text` from being a URL by RFC 3986, in the order of the text. The slow companion of
 * the scanner: it splits without checking first, and then looks at each component by itself. Empty exactly when
 * the scanner accepts.
 */
export function diagnose(
  text: string,
  options: ParseOptions & { readonly relative?: boolean } = {},
): readonly Problem[] {
  const long = tooLong(text, options);
  if (long !== undefined) return [long];
  const problems: Problem[] = [];
  const report = bounded(problems);

  const schemeEnd = checkScheme(text, options.relative === true, report);
  let i = schemeEnd + 1;
  if (text.startsWith("//", i)) {
    const start = i + 2;
    i = indexOfAny(text, "/?#", start);
    checkAuthority(text, start, i, options, report);
  }
  const pathEnd = indexOfAny(text, "?#", i);
  check(text, i, pathEnd, PATH, "path", report);
  const hash = text.indexOf("#", pathEnd);
  const queryEnd = hash < 0 ? text.length : hash;
  check(text, pathEnd + 1, queryEnd, QUERY, "query", report);
  check(text, queryEnd + 1, text.length, QUERY, "fragment", report);
  return problems;
}

/** The problem of a text that is longer than the caller allows. */
export function tooLong(text: string, options: ParseOptions): Problem | undefined {
  const max = maxUrlLengthOf(options.maxUrlLength);
  if (text.length <= max) return undefined;
  return problemOf({
    code: "too-long",
    message: `a URL may have ${max} characters here, this text has ${text.length}`,
    component: "url",
    start: max,
    end: text.length,
    hint: "raise the option maxUrlLength",
    cite: "RFC 3986 §3.2.2",
  });
}

/** Takes a problem in; false when that was enough. */
export type Sink = (problem: ProblemInit) => boolean;

export function bounded(problems: Problem[]): Sink {
  return (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problemOf(problem));
    return problems.length < MAX_PROBLEMS;
  };
}

/** Where the ":" of the scheme stands; -1 when the text has no scheme, which is only well with a reference. */
function checkScheme(text: string, relative: boolean, report: Sink): number {
  const end = indexOfAny(text, ":/?#", 0);
  if (text[end] !== ":") {
    if (!relative) report(noScheme);
    return -1;
  }
  if (end === 0) {
    report(noScheme);
    return 0;
  }
  const cite = "RFC 3986 §3.1";
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (i === 0 ? ALPHA.has(code) : SCHEME.has(code)) continue;
    const message = SCHEME.has(code)
      ? "a scheme begins with a letter"
      : 'a scheme is made of letters, digits, "+", "-" and "."';
    report({ code: "bad-scheme", message, component: "scheme", start: i, end: i + 1, cite });
    return end;
  }
  if (end > MAX_SCHEME_LENGTH) {
    const message = `a scheme has at most ${MAX_SCHEME_LENGTH} characters here`;
    report({ code: "bad-scheme", message, component: "scheme", start: MAX_SCHEME_LENGTH, end, cite });
  }
  return end;
}

export const noScheme: ProblemInit = {
  code: "no-scheme",
  message: "a URL begins with a scheme and a colon",
  component: "scheme",
  start: 0,
  end: 0,
  hint: 'put the scheme in front, as in "ftp://"',
  cite: "RFC 3986 §3.1",
};

/** authority = [ userinfo "@" ] host [ ":" port ] */
function checkAuthority(text: string, start: number, end: number, options: ParseOptions, report: Sink): void {
  let hostStart = start;
  const at = text.indexOf("@", start);
  if (at >= 0 && at < end) {
    const second = text.indexOf("@", at + 1);
    if (second >= 0 && second < end) {
      report({
        code: "bad-userinfo",
        message: 'an authority has one "@"; with two, programs disagree on which host is meant',
        component: "userinfo",
        start: second,
        end: second + 1,
        hint: 'write an "@" that is data as "%40"',
        cite: "RFC 3986 §3.2.1",
      });
      return;
    }
    check(text, start, at, USERINFO, "userinfo", report);
    hostStart = at + 1;
  }

  let hostEnd: number;
  if (text[hostStart] === "[") {
    const close = text.indexOf("]", hostStart);
    if (close < 0 || close >= end) {
      report(badLiteral(hostStart, end, 'an IP literal ends with "]"'));
      return;
    }
    const code = ipLiteralProblem(text.slice(hostStart + 1, close), options.zoneId);
    if (code === "bad-ip-literal") {
      report(badLiteral(hostStart, close + 1, "this is neither an IPv6 address nor an IPvFuture"));
    } else if (code === "zone-id-not-allowed") {
      report({
        code,
        message: "a zone identifier has a meaning on one machine only",
        component: "host",
        start: text.indexOf("%", hostStart),
        end: close,
        hint: "leave the zone out, or set the option zoneId for an address in fe80::/10",
        cite: "RFC 9844",
      });
    }
    hostEnd = close + 1;
    if (hostEnd < end && text[hostEnd] !== ":") {
      report(badLiteral(hostEnd, end, 'only ":" and a port may follow an IP literal'));
      return;
    }
  } else {
    const colon = text.indexOf(":", hostStart);
    hostEnd = colon < 0 || colon >= end ? end : colon;
    check(text, hostStart, hostEnd, REG_NAME, "host", report);
    const second = text.indexOf(":", hostEnd + 1);
    if (second >= 0 && second < end) {
      report({
        code: "bad-host",
        message: 'a host has no ":" but the one before the port',
        component: "host",
        start: second,
        end: second + 1,
        hint: "put an IPv6 address into brackets",
        cite: "RFC 3986 §3.2.2",
      });
      return;
    }
  }
  for (let i = hostEnd + 1; i < end; i++) {
    if (DIGIT.has(text.charCodeAt(i))) continue;
    const message = "a port is made of digits";
    report({ code: "bad-port", message, component: "port", start: i, end: i + 1, cite: "RFC 3986 §3.2.3" });
    return;
  }
}

function badLiteral(start: number, end: number, message: string): ProblemInit {
  return { code: "bad-ip-literal", message, component: "host", start, end, cite: "RFC 3986 §3.2.2" };
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
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (set.has(code)) continue;
    if (code === 0x25) {
      if (i + 2 < end && escapeAt(text, i) >= 0) {
        i += 2;
        continue;
      }
      const more = report({
        code: "bad-escape",
        message: '"%" is not followed by two hexadecimal digits',
        component,
        start: i,
        end: i + 1,
        hint: 'write a percent sign that is data as "%25"',
        cite: "RFC 3986 §2.1",
      });
      if (!more) return;
      continue;
    }
    const width = text.codePointAt(i)! > 0xffff ? 2 : 1;
    if (!report(illegal(text.codePointAt(i)!, component, i, i + width, cite))) return;
    i += width - 1;
  }
}

function illegal(code: number, component: Component, start: number, end: number, cite: string): ProblemInit {
  const hint = hintFor(code);
  return {
    // "~" is outside of a set by RFC 1738 alone, where gateways were known to change it (§2.2).
    code: code === 0x7e ? "unsafe-character" : "illegal-character",
    message: `${nameOf(code, component)} may not stand in a ${component}`,
    component,
    start,
    end,
    ...(hint === undefined ? {} : { hint }),
    cite,
  };
}

/** The character for a message; never one of a userinfo, which may be a secret's. */
function nameOf(code: number, component: Component): string {
  if (code === 0x20) return "a space";
  if (code === 0x5c) return "a backslash";
  if (code < 0x20 || code === 0x7f) return "a control character";
  if (code >= 0xd800 && code <= 0xdfff) return "a lone surrogate";
  if (component === "userinfo") return "this character";
  return code < 0x7f
    ? `"${String.fromCharCode(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function hintFor(code: number): string | undefined {
  if (code >= 0xd800 && code <= 0xdfff) return undefined;
  if (code === 0x5c) return 'a path is divided by "/"; write a backslash that is data as "%5C"';
  if (code > 0x7f) return "encode the character's UTF-8 octets, each as %XX";
  return `write it as "%${code.toString(16).toUpperCase().padStart(2, "0")}"`;
}

/** The first place at or after `from` where one of `chars` stands; the end of the text when there is none. */
export function indexOfAny(text: string, chars: string, from: number): number {
  let i = from;
  while (i < text.length && !chars.includes(text[i]!)) i++;
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
      ? 'by RFC 3986 the host ends at the "?"; here it follows the "@"'
      : 'old software takes what follows the "@" for the host; here the host ends at the "?"',
    component: "authority",
    start: old ? schemeEnd + 3 : pathStart,
    end: old ? pathStart : queryEnd,
    hint: 'write "/?" where a query is meant, and "%3F" in a user name',
    cite: "RFC 3986 §3.2",
  });
}
