import { type HostOptions, toAsciiHostIfPossible } from "../syntax/ascii-host.ts";
import { CharSet, UNRESERVED } from "../syntax/charset.ts";
import { normalizeEscapes } from "../syntax/escape.ts";
import type { Component } from "../syntax/problems.ts";
import { COMPONENTS, getComponents, joinComponents, type RawComponents } from "../syntax/recompose.ts";
import { parse } from "../syntax/reference.ts";
import type { Profile, Url } from "../syntax/url.ts";
import { normalizeHost, normalizePort, removeDotSegments } from "./normalize.ts";
import { redact } from "./redact.ts";

/**
 * How far two URLs are normalized before they are compared (RFC 3986 §6.2): "string", not at all; "syntax", by the
 * generic syntax; "scheme", also by the rules of the scheme. Any further level would require access to the resource.
 */
export type ComparisonLevel = "string" | "syntax" | "scheme";

/** One rule of normalization that changed something. */
export interface NormalizeStep {
  /** Which of the two URLs. */
  readonly of: "a" | "b";
  /** The level of the rule. */
  readonly level: "syntax" | "scheme";
  /** What changed, for example "dot segments removed". */
  readonly rule: string;
  /** The URL before and after, with "***" for a password. */
  readonly before: string;
  readonly after: string;
  readonly cite: string;
}

/**
 * Where two normal forms differ: the first component that is not the same. `a` and `b` are `undefined` if that URL
 * lacks it.
 */
export interface Difference {
  readonly component: Component;
  /** Raw, in normal form. A userinfo with a password is masked. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  /** The length of the common prefix in UTF-16 code units. */
  readonly common: number;
  /** Why the two differ, in one sentence. */
  readonly why: string;
  readonly cite: string;
}

/** The result of comparing two URLs. */
export type Comparison =
  | {
      readonly equivalent: true;
      /** The first level at which both are the same text. */
      readonly level: ComparisonLevel;
      readonly steps: readonly NormalizeStep[];
      readonly difference?: undefined;
    }
  | {
      readonly equivalent: false;
      /**
       * The level to compare at. URLs that differ can still identify the same resource; equal URLs must not identify
       * two resources.
       */
      readonly level: ComparisonLevel;
      readonly steps: readonly NormalizeStep[];
      readonly difference: Difference;
    };

export interface CompareOptions extends HostOptions {
  /** Default "scheme". */
  readonly level?: ComparisonLevel;
}

/** What compare needs to know of a URL's scheme. A registry asks the scheme. */
export interface ComparisonRules {
  readonly hierarchical: boolean;
  readonly defaultPort: number | undefined;
  readonly unreserved: CharSet;
  /** The sections with the rules, in this order: scheme, escapes, unreserved, host, dot segments, port. */
  readonly cites: readonly string[];
  /** The last steps, in order. */
  readonly forms: readonly SchemeForm[];
}

/** A form of a URL by a rule of its scheme, and the section that defines it. */
export interface SchemeForm {
  readonly rule: string;
  readonly url: Url;
  readonly cite: string;
}

/** The sections of each profile for the steps of normalization. RFC 1738 has no dot segments to remove. */
export const PROFILE_RULES: Readonly<Record<Profile, readonly string[]>> = {
  rfc3986: ["2.2.1", "2.2.1", "2.2.2", "2.2.1", "2.2.3", "2.3"].map((section) => `RFC 3986 §6.${section}`),
  rfc1738: ["2.1", "2.2", "2.2", "3.1", "5", "3.1"].map((section) => `RFC 1738 §${section}`),
};

const GENERIC: ComparisonRules = {
  hierarchical: true,
  defaultPort: undefined,
  unreserved: UNRESERVED,
  cites: PROFILE_RULES.rfc3986,
  forms: [],
};

/**
 * Compares two URLs by the generic rules. The result lists the normalization steps with their rules, or the first
 * difference. A registry's `compare` also applies default ports and other rules of the scheme.
 *
 * @throws {UrlSyntaxError} what parse throws.
 */
export function compare(a: string | Url, b: string | Url, options: CompareOptions = {}): Comparison {
  return compareWithRules(toUrl(a), toUrl(b), options, () => GENERIC);
}

function toUrl(input: string | Url): Url {
  return typeof input === "string" ? parse(input) : input;
}

const LEVELS: readonly ComparisonLevel[] = ["string", "syntax", "scheme"];

/** Compares two URLs, each by the rules of its scheme. */
export function compareWithRules(
  a: Url,
  b: Url,
  options: CompareOptions,
  rulesOf: (url: Url) => ComparisonRules,
): Comparison {
  const { level = "scheme" } = options;
  const all: NormalizeStep[] = [];
  const formsOfA = normalForms("a", a, rulesOf(a), options, all);
  const formsOfB = normalForms("b", b, rulesOf(b), options, all);
  let rung = 0;
  const same = () => joinComponents(formsOfA[rung]!) === joinComponents(formsOfB[rung]!);
  while (!same() && LEVELS[rung] !== level) rung++;
  const reached = LEVELS[rung]!;
  const steps = all.filter((step) => LEVELS.indexOf(step.level) <= rung);
  if (same()) return { equivalent: true, level: reached, steps };
  const difference = findDifference(formsOfA[rung]!, formsOfB[rung]!);
  return { equivalent: false, level: reached, steps, difference };
}

/** Returns the components of a URL at each level. Each change is added to `steps`. */
function normalForms(
  of: "a" | "b",
  url: Url,
  { hierarchical, defaultPort, unreserved, cites, forms }: ComparisonRules,
  hosts: HostOptions,
  steps: NormalizeStep[],
): readonly RawComponents[] {
  const string = getComponents(url);
  let now = string;
  let level: "syntax" | "scheme" = "syntax";
  const apply = (rule: string, cite: string | undefined, change: Partial<RawComponents>) => {
    const before = joinComponents(now);
    now = { ...now, ...change };
    const after = joinComponents(now);
    if (after !== before)
      steps.push({ of, level, rule, before: redact(before), after: redact(after), cite: cite! });
  };
  const escapes = (set: CharSet): Partial<RawComponents> => {
    const each = (raw: string | undefined) => raw && normalizeEscapes(raw, set);
    const { userinfo, host, path, query, fragment } = now;
    return {
      ...{ userinfo: each(userinfo), path: each(path)!, query: each(query), fragment: each(fragment) },
      host: host?.startsWith("[") ? host : each(host),
    };
  };

  apply("the scheme in lower case", cites[0], { scheme: url.scheme });
  apply("the hexadecimal digits of escapes in upper case", cites[1], escapes(NO_CHARACTERS));
  apply("escapes of unreserved characters decoded", cites[2], escapes(unreserved));
  const { host, path } = now;
  if (host) {
    const ascii = toAsciiHostIfPossible(host, hosts);
    if (ascii !== host) apply("the host in A-labels", "RFC 3986 §3.2.2", { host: ascii });
    apply("the host in lower case", cites[3], { host: normalizeHost(ascii, unreserved) });
  }
  apply("dot segments removed", cites[4], hierarchical ? { path: removeDotSegments(path) } : {});
  const syntax = now;
  level = "scheme";
  apply("the port as a number, without the default", cites[5], {
    port: normalizePort(url.port, defaultPort),
  });
  for (const form of forms) apply(form.rule, form.cite, getComponents(form.url));
  return [string, syntax, now];
}

export const NO_CHARACTERS: CharSet = /* @__PURE__ */ new CharSet();

function findDifference(a: RawComponents, b: RawComponents): Difference {
  const component = COMPONENTS.find((name) => a[name] !== b[name])!;
  const [x, y] = [a[component], b[component]];
  const [why, cite] = explainDifference(component, x, y);
  const shown = component === "userinfo" ? [maskPassword(x), maskPassword(y)] : [x, y];
  const [left = "", right = ""] = shown;
  let common = 0;
  while (common < left.length && left[common] === right[common]) common++;
  return { component, a: shown[0], b: shown[1], common, why, cite };
}

function maskPassword(userinfo: string | undefined): string | undefined {
  return userinfo?.replace(/:.+/s, ":***");
}

function explainDifference(
  component: (typeof COMPONENTS)[number],
  a: string | undefined,
  b: string | undefined,
): readonly [why: string, cite: string] {
  if (a === undefined || b === undefined)
    return [`only one URL has a ${component} (an empty one counts)`, "RFC 3986 §6.2.3"];
  if (normalizeEscapes(a) === normalizeEscapes(b))
    return ["in this scheme an escape and its character are different", "RFC 3986 §6.2.3"];
  if (decodeToBytes(a) === decodeToBytes(b))
    return ["an escaped delimiter is data; an unescaped one can separate parts", "RFC 3986 §2.2"];
  if (a.toLowerCase() === b.toLowerCase()) return [`the ${component} is case-sensitive`, "RFC 3986 §6.2.2.1"];
  return [`the ${component} differs`, "RFC 3986 §6.1"];
}

/** Decodes each escaped byte to a character, only to check whether two spellings encode the same bytes. */
function decodeToBytes(text: string): string {
  return text.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
