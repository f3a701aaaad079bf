import { AccessError } from "../exchange/access-error.ts";
import type { Plan } from "../exchange/plan.ts";
import { rejectFragment } from "../exchange/reject-fragment.ts";
import { type CompareOptions, type Comparison, compareWithRules } from "../operations/compare.ts";
import { describeGeneric, type Part } from "../operations/describe.ts";
import { isOpaqueReference, type ResolveOptions, transformReference } from "../operations/resolve.ts";
import { type HostOptions, withAsciiHost } from "../syntax/ascii-host.ts";
import { fieldError } from "../syntax/escape.ts";
import { checkFields } from "../syntax/fields.ts";
import { type Problem, syntaxError, type UrlSyntaxError } from "../syntax/problems.ts";
import { type ParseResult, parseReference } from "../syntax/reference.ts";
import { parseRfc1738 } from "../syntax/rfc1738.ts";
import { ALREADY_PARSED, resolveMaxUrlLength } from "../syntax/scan.ts";
import { getProfile, getReader, type Profile, type Url } from "../syntax/url.ts";
import { getComparisonRules } from "./comparison-rules.ts";
import { normalizeUrl } from "./normalize-url.ts";
import { schemeNotInstalledError } from "./not-installed.ts";
import { callPlugin, isBoolean, isIterable, isObject, isString } from "./plugin-call.ts";
import type { ReadOptions, Registry } from "./registry-types.ts";
import { resolveSchemeOptions, type Scheme } from "./scheme.ts";
import { registeredScheme, SchemeParser, type SchemeReader } from "./scheme-parser.ts";

/** The implementation of a registry: what can be done with URLs besides parsing them. */
export class SchemeRegistry extends SchemeParser implements Registry {
  protected override scanRfc1738(text: string, problems: Problem[], options?: ReadOptions): Url | undefined {
    const findReader = (of: string, schemeEnd: number) => this.find(of, schemeEnd).rfc1738;
    const known = (name: string) => this.scheme(name) !== undefined;
    const read = parseRfc1738(text, findReader, known, options);
    problems.push(...read.problems);
    return read.problems.length === 0 ? read.url : undefined;
  }

  check(text: string, options?: ReadOptions): Readonly<Record<Profile, ParseResult<Url>>> {
    return {
      rfc3986: this.tryParse(text, { ...options, profile: "rfc3986" }),
      rfc1738: this.tryParse(text, { ...options, profile: "rfc1738" }),
    };
  }

  format(name: string, init: object, options?: ReadOptions): string {
    // JavaScript callers may pass anything.
    const scheme: Scheme | undefined = isString(name) ? this.scheme(name) : undefined;
    if (scheme === undefined) throw unknownSchemeError(String(name));
    const lower = name.toLowerCase();
    if (!isObject(init)) throw fieldError("invalid fields: expected an object");
    if (scheme.fields !== undefined) checkFields(lower, init, scheme.fields);
    const written = callPlugin(
      lower,
      "format a URL from these fields",
      () => scheme.format({ ...init, scheme: lower }),
      isString,
    );
    // The one character that RFC 3986 leaves unescaped and RFC 1738 §2.2 calls unsafe.
    const text = options?.profile === "rfc1738" ? written.replaceAll("~", "%7E") : written;
    const { scheme: read } = this.parse(text, options) as Url;
    // A scheme must not format a URL of another scheme.
    callPlugin(
      lower,
      "format a URL of its own scheme",
      () => read,
      (of) => of === lower,
    );
    return text;
  }

  normalize(input: string | Url, options?: ReadOptions & HostOptions): string {
    return normalizeUrl(withAsciiHost(this.#toUrl(input, options), options));
  }

  compare(a: string | Url, b: string | Url, options: CompareOptions & ReadOptions = {}): Comparison {
    const [x, y] = [this.#toUrl(a, options), this.#toUrl(b, options)];
    return compareWithRules(x, y, options, (url) => getComparisonRules(withAsciiHost(url, options)));
  }

  resolve(base: string | Url, text: string, options: ResolveOptions & ReadOptions = {}): Url {
    const from = this.#toUrl(base, options);
    const reference = parseReference(text, options);
    const scheme = registeredScheme(from);
    if (scheme?.hierarchical === false && !isOpaqueReference(from, reference))
      throw notHierarchicalError(from, text);
    const { schemeEnd } = reference.offsets;
    const target =
      schemeEnd < 0 ? scheme : (this.find(text, schemeEnd).rfc3986.registered as Scheme | undefined);
    const keepDotSegments = options.keepDotSegments ?? target?.hierarchical === false;
    const { text: href, offsets } = transformReference(from, reference, { ...options, keepDotSegments });
    if (options.profile === "rfc1738" || href.length > resolveMaxUrlLength(options.maxUrlLength))
      return this.parse(href, options);
    return this.checked(this.createUrl(href, offsets), options);
  }

  describe(input: string | Url): readonly Part[] {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme?.describe === undefined) return describeGeneric(url);
    return callPlugin(url.scheme, "describe a URL", () => scheme.describe!(url), Array.isArray);
  }

  plan(input: string | Url, operation?: string, options?: Readonly<Record<string, unknown>>): Plan {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme === undefined) throw schemeNotInstalledError(url.scheme);
    if (scheme.plan === undefined) {
      const isForProgram = scheme.presentation?.handOver !== undefined;
      const hint = "give the URL to a program: handOver, or anyurl open --program";
      const message =
        scheme.access === undefined
          ? `cannot plan ${url.scheme} URLs: opening them sends nothing`
          : `cannot plan ${url.scheme} URLs: the scheme has no plan`;
      throw new AccessError("unsupported", message, {
        scheme: url.scheme,
        hint: isForProgram ? hint : undefined,
      });
    }
    if (operation !== undefined) rejectFragment(url, operation);
    const resolved = resolveSchemeOptions(scheme, options);
    return callPlugin(url.scheme, "plan", () => scheme.plan!(url, operation, resolved), isIterable);
  }

  isDirectory(input: string | Url): boolean {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme?.isDirectory === undefined) return false;
    return callPlugin(url.scheme, "recognize a directory", () => scheme.isDirectory!(url), isBoolean);
  }

  /** Parse a URL of another registry again, because this registry's schemes define its meaning here. */
  #toUrl(input: string | Url, options?: ReadOptions): Url {
    // What is neither a text nor an object is rejected by parse.
    if (!isObject(input)) return this.parse(input, options);
    const reader = getReader(input) as Partial<SchemeReader> | undefined;
    const profile = options?.profile ?? getProfile(input) ?? "rfc3986";
    if (reader?.parser === this && reader.profile === profile) return input;
    return this.parse(input.href, { ...ALREADY_PARSED, profile });
  }
}

function unknownSchemeError(name: string): UrlSyntaxError {
  return syntaxError({
    code: "unknown-scheme",
    message: `unknown scheme "${name}"`,
    component: "scheme",
    start: 0,
    end: name.length,
    cite: "RFC 3986 §3.1",
  });
}

function notHierarchicalError({ scheme }: Url, reference: string): UrlSyntaxError {
  return syntaxError({
    code: "unsupported",
    message: `cannot resolve a reference: the path of a URL of ${scheme} is opaque`,
    component: "path",
    start: 0,
    end: reference.length,
    hint: 'use an absolute URL, or a path that begins with "/" if the base has a host',
    cite: "RFC 3986 §1.2.3",
  });
}
