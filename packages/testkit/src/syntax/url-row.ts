import { ok } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import {
  createRegistry,
  describeAuthority,
  type Part,
  type Problem,
  type Profile,
  type Registry,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";

/**
 * One row of a table of URLs, as JSON: everything that a registry reports about a URL. An absent key is checked, too: it
 * has the default that its comment names.
 */
export interface UrlRow {
  readonly url: string;
  /** The profile to parse with. Default: "rfc3986". */
  readonly profile?: Profile | undefined;
  /** All problems in order: "code severity component start-end: message (cite); hint". Default: none. */
  readonly problems?: readonly string[] | undefined;
  /** The normal form of a URL without an error. Default: `url`. */
  readonly normal?: string | undefined;
  /** The text that equivalent URLs share, if the scheme has `identify`. Default: the normal form. */
  readonly identity?: string | undefined;
  /**
   * All described parts of a URL without an error, in order: "name start-end 'value': meaning (cite)". The value is decoded;
   * that of a secret is "'***' (secret)". The scheme is left out if it is described as `describeAuthority` does.
   * Default: none.
   */
  readonly parts?: readonly string[] | undefined;
}

/**
 * Returns the row that a scheme now has for a URL, without keys that have their default. Check it against the rule before you
 * put it into a table.
 */
export function createUrlRow(scheme: Scheme, url: string, profile?: Profile): UrlRow {
  const registry: Registry = createRegistry(scheme);
  return {
    url,
    ...(profile !== undefined && { profile }),
    ...runWithAdvice("coded", () => examine(registry, url, profile)),
  };
}

function examine(
  registry: Registry,
  text: string,
  profile: Profile = "rfc3986",
): Omit<UrlRow, "url" | "profile"> {
  const { problems: found, url } = registry.tryParse(text, { profile });
  const problems = found.length > 0 && { problems: found.map(formatProblem) };
  if (url === undefined) return { ...problems };
  const normal = registry.normalize(url);
  const identity =
    registry.scheme(url.scheme)?.identify?.(registry.parse(normal, { profile }) as Url) ?? normal;
  const parts = withoutScheme(url, registry.describe(url)).map(formatPart);
  return {
    ...problems,
    ...(normal !== text && { normal }),
    ...(identity !== normal && { identity }),
    ...(parts.length > 0 && { parts }),
  };
}

/** Removes the part of the scheme, which is the same in every URL. It stays if the scheme describes it in another way. */
function withoutScheme(url: Url, parts: readonly Part[]): readonly Part[] {
  const [first, ...rest] = parts;
  runWithAdvice("spans", () => ok(first?.name === "scheme", "the first described part must be the scheme"));
  return isDeepStrictEqual({ ...first }, { ...describeAuthority(url, undefined)[0] }) ? rest : parts;
}

function formatProblem({ code, severity, component, start, end, message, cite, hint }: Problem): string {
  const fix = hint === undefined ? "" : `; ${hint}`;
  return `${code} ${severity} ${component} ${start}-${end}: ${message} (${cite})${fix}`;
}

function formatPart({ name, start, end, value, secret, meaning, cite }: Part): string {
  return `${name} ${start}-${end} '${value}'${secret === true ? " (secret)" : ""}: ${meaning} (${cite})`;
}
