import { ALPHA, CharSet, DIGIT, SCHEME, UCHAR, XCHAR } from "./charset.ts";
import { bounded, check, indexOfAny, noScheme, type Sink, tooLong } from "./diagnose.ts";
import { MAX_SCHEME_LENGTH } from "./limits.ts";
import type { Component, Problem, ProblemInit, Report } from "./problems.ts";
import type { ParseOptions } from "./scan.ts";
import { makeReference, type Reading, type Url } from "./url.ts";

/*
 * The grammar of RFC 1738 §5, its misprints repaired:
 *
 *   genericurl    = scheme ":" schemepart
 *   schemepart    = *xchar | ip-schemepart
 *   ip-schemepart = "//" login [ "/" urlpath ]
 *   login         = [ user [ ":" password ] "@" ] hostport
 *
 * What each scheme's own production asks beyond that, the scheme checks.
 */

const CITE = "RFC 1738 §5";

/** user = password = *[ uchar | ";" | "?" | "&" | "=" ] */
const USER: CharSet = new CharSet(";?&=", UCHAR);

/** What one look at a text gives. */
interface Reading1738 {
  readonly url: Url;
  readonly problems: readonly Problem[];
}

/**
 * Reads a URL by genericurl. Slower than the scan by RFC 3986, and with every problem at once. The authority ends at
 * the first "/" and nowhere else: `ftp://u?x@h/` has the user "u?x".
 *
 * `known`: a scheme has been given for the name, and "//" begins an ip-schemepart. With an unknown one anything of xchar
 * is a schemepart: what is no login is an opaque path then.
 */
export function readRfc1738(
  text: string,
  reading: Reading,
  known: (scheme: string) => boolean,
  options: ParseOptions = {},
): Reading1738 {
  const problems: Problem[] = [];
  const report = bounded(problems);
  const long = tooLong(text, options);
  if (long !== undefined) return { url: nothing(text, reading), problems: [long] };

  const schemeEnd = checkScheme(text, report);
  let pathStart = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  if (text.startsWith("//", pathStart)) {
    const end = indexOfAny(text, "/#", pathStart + 2);
    const faults: Problem[] = [];
    const login = checkLogin(text, pathStart + 2, end, bounded(faults));
    if (faults.length === 0 || known(text.slice(0, schemeEnd).toLowerCase())) {
      for (const fault of faults) report(fault);
      [hostStart, hostEnd] = login;
      pathStart = end;
    }
  }
  const hash = text.indexOf("#", pathStart);
  const queryEnd = hash < 0 ? text.length : hash;
  const question = text.indexOf("?", pathStart);
  const pathEnd = question < 0 || question > queryEnd ? queryEnd : question;
  check(text, pathStart, pathEnd, XCHAR, "path", report, CITE);
  check(text, pathEnd + 1, queryEnd, XCHAR, "query", report, CITE);
  if (hash >= 0) report(fragmentNotAllowed(hash, text.length));
  const url = makeReference(text, schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, reading);
  return { url: url as Url, problems };
}

/** A value for a text that has none: it stands beside an error, and nobody gets to see it. */
function nothing(text: string, reading: Reading): Url {
  return makeReference(text, -1, -1, -1, 0, 0, 0, reading) as Url;
}

/** scheme = 1*[ lowalpha | digit | "+" | "-" | "." ], in any case (§2.1) */
function checkScheme(text: string, report: Sink): number {
  const end = indexOfAny(text, ":/?#", 0);
  if (text[end] !== ":" || end === 0) {
    report(noScheme);
    return end === 0 && text[0] === ":" ? 0 : -1;
  }
  const bad = outside(text, 0, Math.min(end, MAX_SCHEME_LENGTH), SCHEME);
  if (bad >= 0) {
    const message = 'a scheme is made of letters, digits, "+", "-" and "."';
    report({ code: "bad-scheme", message, component: "scheme", start: bad, end: bad + 1, cite: CITE });
  } else if (end > MAX_SCHEME_LENGTH) {
    const message = `a scheme has at most ${MAX_SCHEME_LENGTH} characters here`;
    report({ code: "bad-scheme", message, component: "scheme", start: MAX_SCHEME_LENGTH, end, cite: CITE });
  }
  return end;
}

/** login = [ user [ ":" password ] "@" ] hostport: where the host begins and ends. */
function checkLogin(
  text: string,
  start: number,
  end: number,
  report: Sink,
): readonly [hostStart: number, hostEnd: number] {
  let hostStart = start;
  const at = indexWithin(text, "@", start, end);
  if (at >= 0) {
    hostStart = at + 1;
    const second = indexWithin(text, "@", hostStart, end);
    const colon = indexWithin(text, ":", start, at);
    if (second >= 0) report(badUserinfo(second, 'an "@" within a user or password is "%40"'));
    check(text, start, colon < 0 ? at : colon, USER, "userinfo", report, CITE);
    if (colon >= 0) {
      const again = indexWithin(text, ":", colon + 1, at);
      if (again >= 0) report(badUserinfo(again, 'a ":" within a password is "%3A"'));
      else check(text, colon + 1, at, USER, "userinfo", report, CITE);
    }
    if (second >= 0) return [hostStart, end];
  }
  const colon = indexWithin(text, ":", hostStart, end);
  const hostEnd = colon < 0 ? end : colon;
  // An empty host is the scheme's affair: `file:///` has one.
  if (hostEnd > hostStart) checkHost(text, hostStart, hostEnd, report);
  if (colon >= 0 && (colon + 1 === end || outside(text, colon + 1, end, DIGIT) >= 0)) {
    report({
      ...{ code: "bad-port", component: "port", start: colon + 1, end, cite: CITE },
      message: "a port is made of digits, of one at least",
    });
  }
  return [hostStart, hostEnd];
}

/**
 * hostname   = *[ domainlabel "." ] toplabel
 * hostnumber = digits "." digits "." digits "." digits
 */
function checkHost(text: string, start: number, end: number, report: Sink): void {
  const bad = (from: number, to: number, message: string) =>
    report({ code: "bad-host", component: "host", start: from, end: to, message, cite: CITE });
  const stranger = outside(text, start, end, HOST);
  if (stranger >= 0) {
    bad(
      stranger,
      stranger + 1,
      "RFC 1738 has host names of letters, digits, hyphens and dots, and no other address",
    );
    return;
  }
  const labels = text.slice(start, end).split(".");
  if (labels.length === 4 && labels.every((label) => label !== "" && DIGIT.covers(label))) return;
  if (labels.some((label) => label === "" || label.startsWith("-") || label.endsWith("-"))) {
    bad(start, end, "a label is not empty, and neither begins nor ends with a hyphen");
  } else if (!ALPHA.has(labels.at(-1)!.charCodeAt(0))) {
    bad(start, end, "the last label of a host name begins with a letter");
  }
}

const HOST: CharSet = new CharSet("-.", ALPHA, DIGIT);

function badUserinfo(start: number, message: string): ProblemInit {
  return { code: "bad-userinfo", message, component: "userinfo", start, end: start + 1, cite: CITE };
}

function fragmentNotAllowed(start: number, end: number): ProblemInit {
  return {
    ...{ code: "fragment-not-allowed", component: "fragment", start, end, cite: "RFC 1738 §2.2" },
    message: 'what follows a "#" is no part of a URL',
    hint: 'cut it off, or write a "#" that is data as "%23"',
  };
}

/** The first character of text[start, end) that is not in `set`; -1 when all are. */
function outside(text: string, start: number, end: number, set: CharSet): number {
  for (let i = start; i < end; i++) if (!set.has(text.charCodeAt(i))) return i;
  return -1;
}

function indexWithin(text: string, char: string, start: number, end: number): number {
  const at = text.indexOf(char, start);
  return at < end ? at : -1;
}

/**
 * For a scheme's production under the profile rfc1738: reports, as illegal-character, each character of
 * text[start, end) of the URL that stands neither in `set` nor in an escape. Escapes have been checked.
 */
export function reportOutside(
  { href }: Url,
  [start, end]: readonly [start: number, end: number],
  set: CharSet,
  component: Component,
  report: Report,
  cite: string,
): void {
  const sink: Sink = (problem) => {
    report(problem);
    return true;
  };
  check(href, start, end, set, component, sink, cite);
}
