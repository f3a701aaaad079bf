import { ALPHA, CharSet, DIGIT, SCHEME, UCHAR, XCHAR } from "./charset.ts";
import {
  checkCharacters,
  checkDigits,
  collectProblems,
  type Grammar,
  type ProblemSink,
  type SplitResult,
  splitAndCheck,
} from "./diagnose.ts";
import type { Component, Problem, Report } from "./problems.ts";
import { notTextError, type ParseOptions } from "./scan.ts";
import { type FindReader, ParsedReference, type Url } from "./url.ts";

/*
 * The grammar of RFC 1738 §5, with its misprints repaired:
 *
 *   genericurl    = scheme ":" schemepart
 *   schemepart    = *xchar | ip-schemepart
 *   ip-schemepart = "//" login [ "/" urlpath ]
 *   login         = [ user [ ":" password ] "@" ] hostport
 *   user          = password = *[ uchar | ";" | "?" | "&" | "=" ]
 *
 * Each scheme checks the further rules of its own production.
 */

const CITE = "RFC 1738 §5";

const IP_SCHEMEPART: Grammar = {
  schemeStart: SCHEME,
  authority: true,
  // A "?" does not end it: `ftp://u?x@h/` has the user "u?x".
  authorityEnd: new CharSet("/#"),
  userinfo: new CharSet(":;?&=", UCHAR),
  path: XCHAR,
  query: XCHAR,
  fragment: false,
  checkHostport,
  cites: { scheme: CITE, userinfo: CITE, characters: CITE },
};

/** A schemepart that is not an ip-schemepart: any xchar. */
const OPAQUE: Grammar = { ...IP_SCHEMEPART, authority: false };

/**
 * Parses a URL by genericurl. Slower than the scan by RFC 3986, but returns every problem at once.
 *
 * `known`: is the name registered? Then "//" begins an ip-schemepart. With an unknown scheme, a schemepart that is not
 * a valid login is an opaque path.
 */
export function parseRfc1738(
  text: string,
  findReader: FindReader,
  known: (scheme: string) => boolean,
  options: ParseOptions = {},
): { readonly url: Url; readonly problems: readonly Problem[] } {
  if (typeof text !== "string") throw notTextError();
  let found = checkLogin(text, options);
  const isLogin = found.problems.every(({ component }) => !LOGIN.has(component));
  if (!isLogin && !known(text.slice(0, found.offsets.schemeEnd).toLowerCase()))
    found = splitAndCheck(text, OPAQUE, options);
  const { schemeEnd, queryEnd } = found.offsets;
  const problems = [...found.problems];
  if (text[queryEnd] === "#") {
    collectProblems(problems)(
      ...(["fragment-not-allowed", "fragment", queryEnd, text.length] as const),
      "a fragment is not part of a URL",
      "RFC 1738 §2.2",
      'remove it, or write a "#" that is data as "%23"',
    );
  }
  const url = new ParsedReference(
    text,
    { ...found.offsets, hasHostname: false },
    findReader(text, schemeEnd),
  ) as Url;
  return { url, problems };
}

const LOGIN: ReadonlySet<Component> = new Set<Component>(["userinfo", "host", "port"]);

/** By ip-schemepart; one ":" separates user and password. */
function checkLogin(text: string, options: ParseOptions): SplitResult {
  const { problems, offsets } = splitAndCheck(text, IP_SCHEMEPART, options);
  const end = offsets.hostStart - 1;
  const colon = text.indexOf(":", offsets.schemeEnd + 3);
  const second = colon < 0 ? -1 : text.indexOf(":", colon + 1);
  if (second < 0 || second >= end) return { problems, offsets };
  const all = [...problems];
  const message = 'unescaped ":" in the password: write it as "%3A"';
  collectProblems(all)("bad-userinfo", "userinfo", second, second + 1, message, CITE);
  return { problems: all.sort((a, b) => a.start - b.start), offsets };
}

/**
 * hostport   = host [ ":" port ]
 * hostname   = *[ domainlabel "." ] toplabel
 * hostnumber = digits "." digits "." digits "." digits
 */
function checkHostport(
  text: string,
  start: number,
  end: number,
  _: ParseOptions,
  report: ProblemSink,
): number {
  const colon = text.indexOf(":", start);
  const hostEnd = colon < 0 || colon >= end ? end : colon;
  // The scheme decides about an empty host: `file:///` has one.
  if (hostEnd > start) checkHost(text, start, hostEnd, report);
  if (hostEnd + 1 === end) report("bad-port", "port", end, end, 'missing port after the ":"', CITE);
  checkDigits(text, hostEnd + 1, end, report, CITE);
  return hostEnd;
}

function checkHost(text: string, start: number, end: number, report: ProblemSink): void {
  const bad = (from: number, to: number, message: string) =>
    report("bad-host", "host", from, to, message, CITE);
  for (let i = start; i < end; i++) {
    if (HOST.has(text.charCodeAt(i))) continue;
    bad(
      i,
      i + 1,
      "invalid host: RFC 1738 allows a name of letters, digits, hyphens, and dots, or four numbers",
    );
    return;
  }
  const labels = text.slice(start, end).split(".");
  if (labels.length === 4 && labels.every((label) => label !== "" && DIGIT.covers(label))) return;
  if (labels.some((label) => label === "" || label.startsWith("-") || label.endsWith("-")))
    bad(start, end, "a label of the host name is empty, or begins or ends with a hyphen");
  else if (!ALPHA.has(labels.at(-1)!.charCodeAt(0)))
    bad(start, end, "the last label of the host name does not begin with a letter");
}

const HOST: CharSet = new CharSet("-.", ALPHA, DIGIT);

/**
 * Checks a scheme's production under the profile rfc1738: reports, as illegal-character, each character of text[start,
 * end) of the URL that is neither in `set` nor part of an escape. Escapes were checked before.
 */
export function reportDisallowed(
  { href }: Url,
  [start, end]: readonly [start: number, end: number],
  set: CharSet,
  component: Component,
  report: Report,
  cite: string,
): void {
  const problems: Problem[] = [];
  checkCharacters(href, start, end, set, component, collectProblems(problems), cite);
  for (const problem of problems) report(problem);
}
