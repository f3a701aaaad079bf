import { describeGeneric } from "../operations/describe.ts";
import { redact } from "../operations/redact.ts";
import { createRegistry, type ReadOptions } from "../scheme/registry.ts";
import type { Scheme } from "../scheme/scheme.ts";
import { type Problem, type ProblemInit, problemOf, UrlSyntaxError } from "../syntax/problems.ts";
import { ACCEPTED, type ParseResult, tryParse } from "../syntax/reference.ts";
import { readingOf, type Url } from "../syntax/url.ts";
import { type Tiling, tile } from "./coverage.ts";
import { withMeanings } from "./delimiters.ts";
import type { Fault } from "./drawable-parts.ts";
import type { Explanation, Refusal } from "./explanation.ts";
import { impliedBy } from "./implied.ts";
import { cutOut, moved } from "./masking.ts";
import { hiddenIn, piecesOf, STARS, type Stretch } from "./secrets.ts";

/** Maximum number of problems reported about one description. */
const MAX_FAULTS = 20;

/** The methods of a registry that explaining needs. */
export interface Reader {
  tryParse(text: string, options?: ReadOptions): ParseResult<Url>;
  scheme(name: string): Scheme | undefined;
}

/**
 * Explains every character of a URL: its part, its meaning, and the rule.
 *
 * @throws {UrlSyntaxError} the text is not a URL: {@link explainText} reports why without throwing.
 */
export function explain(
  url: string | Url,
  registry: Reader = createRegistry(),
  options: ReadOptions = {},
): Explanation {
  const profile = typeof url === "string" ? undefined : readingOf(url)?.profile;
  const accepted = typeof url === "string" ? {} : { ...ACCEPTED, ...(profile !== undefined && { profile }) };
  const found = explainText(String(url), registry, { ...accepted, ...options });
  if (found.ok) return found;
  const errors = found.problems.filter(({ severity }) => severity === "error");
  throw new UrlSyntaxError(errors[0]!, errors);
}

/** Like {@link explain}, for any text: if it is not a URL, the result has the problems. Never throws for a text. */
export function explainText(
  text: string,
  registry: Reader = createRegistry(),
  options: ReadOptions = {},
): Explanation | Refusal {
  const { url, problems } = read(text, registry, options);
  if (url === undefined) {
    return { ok: false, url: redact(text), parts: piecesOf(text, hiddenIn(text)), problems };
  }
  const scheme = registry.scheme(url.scheme);
  const { tiles, implied, faults } = tilesOf(url, scheme, registry, options);
  return {
    ok: true,
    url: tiles.map(({ raw }) => raw).join(""),
    scheme: url.scheme,
    parts: withMeanings(url, tiles),
    implied: [...implied, ...impliedBy(url, scheme, [...tiles, ...implied])].sort(
      (a, b) => a.start - b.start,
    ),
    problems: [...problems, ...faults.slice(0, MAX_FAULTS).map(faultOf)].sort((a, b) => a.start - b.start),
  };
}

function read(
  text: string,
  registry: Reader,
  options: ReadOptions,
): { readonly url: Url | undefined; readonly problems: readonly Problem[] } {
  try {
    return registry.tryParse(text, options);
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code !== "plugin-fault") throw error;
    // The scheme failed, but the generic syntax still applies.
    const { url, problems } = tryParse(text, options);
    const fault = { message: "the scheme failed to parse this URL", start: 0, end: text.length };
    return { url, problems: [...problems, faultOf(fault)] };
  }
}

/**
 * Describe a URL with a password in its displayed form, with stars, so that no output of a scheme can contain the
 * password. If more than that is hidden, only the generic syntax describes the parts around it.
 */
function tilesOf(url: Url, scheme: Scheme | undefined, registry: Reader, options: ReadOptions): Tiling {
  const hidden = hiddenIn(url.href);
  if (hidden === undefined) return describedBy(scheme, url);
  const shown = isPassword(url, hidden)
    ? read(redact(url.href), registry, { ...options, ...ACCEPTED }).url
    : undefined;
  if (shown === undefined) {
    const { tiles, implied } = tile(url, describeGeneric(url));
    return { tiles: cutOut(url.href, tiles, hidden), implied, faults: [] };
  }
  const { tiles, implied, faults } = describedBy(scheme, shown);
  const stars = { start: hidden.start, end: hidden.start + STARS.length };
  return {
    tiles: moved(cutOut(shown.href, tiles, stars), hidden),
    implied: moved(implied, hidden),
    faults: moved(faults, hidden),
  };
}

function describedBy(scheme: Scheme | undefined, url: Url): Tiling {
  if (scheme?.describe === undefined || url.parts === undefined) return tile(url, describeGeneric(url));
  try {
    return tile(url, scheme.describe(url));
  } catch {
    const fault = { message: "the scheme failed to describe this URL", start: 0, end: url.href.length };
    return { ...tile(url, describeGeneric(url)), faults: [fault] };
  }
}

function isPassword({ user, password, offsets }: Url, { start, end }: Stretch): boolean {
  if (password === undefined) return false;
  return start === offsets.schemeEnd + 4 + user!.length && end === offsets.hostStart - 1;
}

/** A bug of a scheme is a warning for the reader of the explanation: the URL may be valid. */
function faultOf({ message, start, end }: Fault): Problem {
  const problem: ProblemInit = {
    code: "plugin-fault",
    severity: "warning",
    message,
    component: "url",
    start,
    end,
    cite: "RFC 3986 §3",
  };
  return problemOf(problem);
}
