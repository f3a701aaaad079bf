import { describeGeneric } from "../operations/describe.ts";
import { redact } from "../operations/redact.ts";
import { createRegistry } from "../scheme/registry.ts";
import type { ReadOptions } from "../scheme/registry-types.ts";
import type { Scheme } from "../scheme/scheme.ts";
import { type Problem, UrlSyntaxError } from "../syntax/problems.ts";
import { type ParseResult, tryParse } from "../syntax/reference.ts";
import { ALREADY_PARSED } from "../syntax/scan.ts";
import { getProfile, type Url } from "../syntax/url.ts";
import {
  type Coverage,
  coverText,
  type DescriptionProblem,
  maskHiddenParts,
  toDisplayRange,
} from "./coverage.ts";
import {
  type ExplainedPart,
  type Explanation,
  findHiddenRange,
  type HiddenRange,
  MASK,
  type RejectedText,
  splitAtSecrets,
} from "./explanation.ts";
import { describeDelimiters } from "./meanings.ts";

/** Maximum number of problems reported about one description. */
const MAX_DESCRIPTION_PROBLEMS = 20;

/** The methods of a registry that explaining needs. */
export interface ExplainRegistry {
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
  registry: ExplainRegistry = createRegistry(),
  options: ReadOptions = {},
): Explanation {
  const profile = typeof url === "string" ? undefined : getProfile(url);
  const accepted =
    typeof url === "string" ? {} : { ...ALREADY_PARSED, ...(profile !== undefined && { profile }) };
  const found = explainText(String(url), registry, { ...accepted, ...options });
  if (found.ok) return found;
  const errors = found.problems.filter(({ severity }) => severity === "error");
  throw new UrlSyntaxError(errors[0]!, errors);
}

/** Like {@link explain}, for any text: if it is not a URL, the result has the problems. Never throws for a text. */
export function explainText(
  text: string,
  registry: ExplainRegistry = createRegistry(),
  options: ReadOptions = {},
): Explanation | RejectedText {
  const { url, problems } = read(text, registry, options);
  if (url === undefined) {
    return { ok: false, url: redact(text), parts: splitAtSecrets(text, findHiddenRange(text)), problems };
  }
  const scheme = registry.scheme(url.scheme);
  const { tiles, implied, faults } = coverUrl(url, scheme, registry, options);
  return {
    ok: true,
    url: tiles.map(({ raw }) => raw).join(""),
    scheme: url.scheme,
    parts: describeDelimiters(url, tiles),
    implied: [...implied, ...implicitParts(url, scheme, [...tiles, ...implied])].sort(
      (a, b) => a.start - b.start,
    ),
    problems: [...problems, ...faults.slice(0, MAX_DESCRIPTION_PROBLEMS).map(toPluginFaultWarning)].sort(
      (a, b) => a.start - b.start,
    ),
  };
}

function read(
  text: string,
  registry: ExplainRegistry,
  options: ReadOptions,
): { readonly url: Url | undefined; readonly problems: readonly Problem[] } {
  try {
    return registry.tryParse(text, options);
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code !== "plugin-fault") throw error;
    // The scheme failed, but the generic syntax still applies.
    const { url, problems } = tryParse(text, options);
    const fault = { message: "the scheme failed to parse this URL", start: 0, end: text.length };
    return { url, problems: [...problems, toPluginFaultWarning(fault)] };
  }
}

/**
 * Describe a URL with a password in its displayed form, with stars, so that no output of a scheme can contain the
 * password. If more than that is hidden, only the generic syntax describes the parts around it.
 */
function coverUrl(
  url: Url,
  scheme: Scheme | undefined,
  registry: ExplainRegistry,
  options: ReadOptions,
): Coverage {
  const hidden = findHiddenRange(url.href);
  if (hidden === undefined) return describeWithScheme(scheme, url);
  const shown = isPassword(url, hidden)
    ? read(redact(url.href), registry, { ...options, ...ALREADY_PARSED }).url
    : undefined;
  if (shown === undefined) {
    const { tiles, implied } = coverText(url, describeGeneric(url));
    return { tiles: maskHiddenParts(url.href, tiles, hidden), implied, faults: [] };
  }
  const { tiles, implied, faults } = describeWithScheme(scheme, shown);
  const stars = { start: hidden.start, end: hidden.start + MASK.length };
  return {
    tiles: toDisplayRange(maskHiddenParts(shown.href, tiles, stars), hidden),
    implied: toDisplayRange(implied, hidden),
    faults: toDisplayRange(faults, hidden),
  };
}

function describeWithScheme(scheme: Scheme | undefined, url: Url): Coverage {
  if (scheme?.describe === undefined || url.parts === undefined) return coverText(url, describeGeneric(url));
  try {
    return coverText(url, scheme.describe(url));
  } catch {
    const fault = { message: "the scheme failed to describe this URL", start: 0, end: url.href.length };
    return { ...coverText(url, describeGeneric(url)), faults: [fault] };
  }
}

function isPassword({ user, password, offsets }: Url, { start, end }: HiddenRange): boolean {
  if (password === undefined) return false;
  return start === offsets.schemeEnd + 4 + user!.length && end === offsets.hostStart - 1;
}

/** A bug of a scheme is a warning for the reader of the explanation: the URL may be valid. */
function toPluginFaultWarning({ message, start, end }: DescriptionProblem): Problem {
  return {
    severity: "warning",
    code: "plugin-fault",
    message,
    component: "url",
    start,
    end,
    cite: "RFC 3986 §3",
  };
}

/** Returns implicit parts of the URL, in addition to those that its scheme described: `known`. */
function implicitParts(
  url: Url,
  scheme: Scheme | undefined,
  known: readonly ExplainedPart[],
): readonly ExplainedPart[] {
  const { hostEnd, pathStart } = url.offsets;
  const implied: ExplainedPart[] = [];
  if (url.host === undefined) return implied;
  const port = scheme?.defaultPort(url.scheme);
  if (port !== undefined && (url.port ?? "") === "" && !known.some(({ name }) => name === "port")) {
    implied.push(
      impliedPart("port", pathStart, String(port), "the scheme's default port", "RFC 3986 §3.2.3"),
    );
  }
  if (hostEnd >= 0 && url.path === "" && !known.some(({ start }) => start === pathStart)) {
    implied.push(impliedPart("path", pathStart, "", "an empty path", "RFC 3986 §3.3"));
  }
  return implied;
}

function impliedPart(name: string, at: number, value: string, meaning: string, cite: string): ExplainedPart {
  const place = { start: at, end: at, raw: "", secret: false, escapes: [] };
  return { kind: "implied", name, ...place, value, meaning, cite };
}
