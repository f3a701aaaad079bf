import { asciiHostOr, type HostOptions } from "./ascii-host.ts";
import { CharSet, UNRESERVED } from "./charset.ts";
import { normalizeEscapes } from "./escape.ts";
import { normalizeHost, normalizePort, removeDotSegments } from "./normalize.ts";
import type { Component } from "./problems.ts";
import { COMPONENTS, componentsOf, type RawComponents, textOf } from "./recompose.ts";
import { redact } from "./redact.ts";
import { parse } from "./reference.ts";
import type { Profile, Url } from "./url.ts";

/**
 * How far two URLs are brought towards each other before they are compared (RFC 3986 §6.2): not at all; by the generic
 * syntax; by what the scheme says too. There is no further rung: beyond it one would have to open them.
 */
export type Level = "string" | "syntax" | "scheme";

/** One rule of normalization, where it has changed something. */
export interface NormalizeStep {
  /** Which of the two URLs. */
  readonly of: "a" | "b";
  /** The rung it belongs to. */
  readonly level: "syntax" | "scheme";
  /** What was done, as "dot segments are removed". */
  readonly rule: string;
  /** The URL before and after, a password as "***". */
  readonly before: string;
  readonly after: string;
  readonly cite: string;
}

/** Where two normal forms part: the first component that differs. `undefined` where one has none. */
export interface Difference {
  readonly component: Component;
  /** Raw, in normal form; of a userinfo with a password only what may be shown. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  /** How many UTF-16 code units of the two are the same. */
  readonly common: number;
  /** Why these are two things, in one sentence. */
  readonly why: string;
  readonly cite: string;
}

/** The verdict on two URLs. */
export type Comparison =
  | {
      readonly equivalent: true;
      /** The first level at which they are the same text. */
      readonly level: Level;
      readonly steps: readonly NormalizeStep[];
      readonly difference?: undefined;
    }
  | {
      readonly equivalent: false;
      /** The level that was asked for. Two that differ may still name the same thing; that the reverse happens is a bug. */
      readonly level: Level;
      readonly steps: readonly NormalizeStep[];
      readonly difference: Difference;
    };

export interface CompareOptions extends HostOptions {
  /** Default "scheme". */
  readonly level?: Level;
}

/** What compare has to know of a URL's scheme; a registry asks the scheme itself. */
export interface Rules {
  readonly hierarchical: boolean;
  readonly defaultPort: number | undefined;
  readonly unreserved: CharSet;
  /** The sections that state the rules, in their order: scheme, escapes, unreserved, host, dot segments, port. */
  readonly cites: readonly string[];
  /** The last rung: the scheme's own normal form, and where it is defined. */
  readonly last?: { readonly url: Url; readonly cite: string };
}

/** Where each profile states the rules of the ladder. RFC 1738 has no dot segments to remove. */
export const CITES: Readonly<Record<Profile, readonly string[]>> = {
  rfc3986: ["2.2.1", "2.2.1", "2.2.2", "2.2.1", "2.2.3", "2.3"].map((section) => `RFC 3986 §6.${section}`),
  rfc1738: ["2.1", "2.2", "2.2", "3.1", "5", "3.1"].map((section) => `RFC 1738 §${section}`),
};

const GENERIC: Rules = {
  hierarchical: true,
  defaultPort: undefined,
  unreserved: UNRESERVED,
  cites: CITES.rfc3986,
};

/**
 * Are two URLs the same by the rules that hold for every scheme? With the steps that led there, each citing its rule,
 * or the place where they part. A registry's `compare` also knows default ports and what else the scheme says.
 *
 * @throws {UrlSyntaxError} what parse throws.
 */
export function compare(a: string | Url, b: string | Url, options: CompareOptions = {}): Comparison {
  return compareBy(urlOf(a), urlOf(b), options, () => GENERIC);
}

function urlOf(input: string | Url): Url {
  return typeof input === "string" ? parse(input) : input;
}

const RUNGS: readonly Level[] = ["string", "syntax", "scheme"];

/** The comparison of two URLs, each by the rules of its scheme. */
export function compareBy(a: Url, b: Url, options: CompareOptions, rulesOf: (url: Url) => Rules): Comparison {
  const { level = "scheme" } = options;
  const all: NormalizeStep[] = [];
  const formsOfA = formsOf("a", a, rulesOf(a), options, all);
  const formsOfB = formsOf("b", b, rulesOf(b), options, all);
  let rung = 0;
  const same = () => textOf(formsOfA[rung]!) === textOf(formsOfB[rung]!);
  while (!same() && RUNGS[rung] !== level) rung++;
  const reached = RUNGS[rung]!;
  const steps = all.filter((step) => RUNGS.indexOf(step.level) <= rung);
  if (same()) return { equivalent: true, level: reached, steps };
  const difference = differenceOf(formsOfA[rung]!, formsOfB[rung]!);
  return { equivalent: false, level: reached, steps, difference };
}

/** The components of a URL on each rung of the ladder; what changes them goes into `steps`. */
function formsOf(
  of: "a" | "b",
  url: Url,
  { hierarchical, defaultPort, unreserved, cites, last }: Rules,
  hosts: HostOptions,
  steps: NormalizeStep[],
): readonly RawComponents[] {
  const string = componentsOf(url);
  let now = string;
  let level: "syntax" | "scheme" = "syntax";
  const apply = (rule: string, cite: string | undefined, change: Partial<RawComponents>) => {
    const before = textOf(now);
    now = { ...now, ...change };
    const after = textOf(now);
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
  apply("the hexadecimal digits of escapes in upper case", cites[1], escapes(NONE));
  apply("escapes of unreserved characters decoded", cites[2], escapes(unreserved));
  const { host, path } = now;
  if (host) {
    const ascii = asciiHostOr(host, hosts);
    if (ascii !== host) apply("the host in A-labels", "RFC 3986 §3.2.2", { host: ascii });
    apply("the host in lower case", cites[3], { host: normalizeHost(ascii, unreserved) });
  }
  apply("dot segments removed", cites[4], hierarchical ? { path: removeDotSegments(path) } : {});
  const syntax = now;
  level = "scheme";
  apply("the port as a number, without the default", cites[5], {
    port: normalizePort(url.port, defaultPort),
  });
  if (last) apply(`the normal form of ${url.scheme} URLs`, last.cite, componentsOf(last.url));
  return [string, syntax, now];
}

const NONE: CharSet = /* @__PURE__ */ new CharSet();

function differenceOf(a: RawComponents, b: RawComponents): Difference {
  const component = COMPONENTS.find((name) => a[name] !== b[name])!;
  const [x, y] = [a[component], b[component]];
  const [why, cite] = reasonOf(component, x, y);
  const shown = component === "userinfo" ? [withoutPassword(x), withoutPassword(y)] : [x, y];
  const [left = "", right = ""] = shown;
  let common = 0;
  while (common < left.length && left[common] === right[common]) common++;
  return { component, a: shown[0], b: shown[1], common, why, cite };
}

function withoutPassword(userinfo: string | undefined): string | undefined {
  return userinfo?.replace(/:.+/s, ":***");
}

function reasonOf(
  component: (typeof COMPONENTS)[number],
  a: string | undefined,
  b: string | undefined,
): readonly [why: string, cite: string] {
  if (a === undefined || b === undefined)
    return [`only one URL has a ${component} (an empty one counts)`, "RFC 3986 §6.2.3"];
  if (unescaped(a) === unescaped(b))
    return ["an escaped delimiter is data; an unescaped one can separate parts", "RFC 3986 §2.2"];
  if (a.toLowerCase() === b.toLowerCase()) return [`the ${component} is case-sensitive`, "RFC 3986 §6.2.2.1"];
  return [`the ${component} differs`, "RFC 3986 §6.1"];
}

/** Each octet as a character: only to see whether two spellings stand for the same octets. */
function unescaped(text: string): string {
  return text.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
