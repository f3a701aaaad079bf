import { AccessError, isAccessError } from "../exchange/access-error.ts";
import type { Plan } from "../exchange/plan.ts";
import {
  type CompareOptions,
  type Comparison,
  type ComparisonRules,
  compareWithRules,
  NO_CHARACTERS,
  PROFILE_RULES,
  type SchemeForm,
} from "../operations/compare.ts";
import { describeGeneric, type Part } from "../operations/describe.ts";
import { normalizeGeneric } from "../operations/normalize.ts";
import { isOpaqueReference, type ResolveOptions, transformReference } from "../operations/resolve.ts";
import { pickPartsChange, withParts } from "../operations/with-parts.ts";
import { type HostOptions, withAsciiHost } from "../syntax/ascii-host.ts";
import { type CharSet, SCHEME, UCHAR, UNRESERVED } from "../syntax/charset.ts";
import { diagnose, warnAboutAmbiguity } from "../syntax/diagnose.ts";
import { checkFields } from "../syntax/fields.ts";
import { checkPort } from "../syntax/ip-schemepart.ts";
import {
  isSyntaxError,
  type Problem,
  type ProblemInit,
  type Report,
  syntaxError,
  throwOnError,
  toProblem,
  UrlSyntaxError,
} from "../syntax/problems.ts";
import { composeAndParse, withComponents } from "../syntax/recompose.ts";
import { type ParseResult, parseReference } from "../syntax/reference.ts";
import { parseRfc1738 } from "../syntax/rfc1738.ts";
import { ALREADY_PARSED, resolveMaxUrlLength, scan } from "../syntax/scan.ts";
import {
  attachParts,
  createReference,
  getReader,
  type Profile,
  type ScannedOffsets,
  type Url,
  type UrlReader,
} from "../syntax/url.ts";
import { schemeNotInstalledError } from "./not-installed.ts";
import {
  callPlugin,
  isArray,
  isBoolean,
  isIterable,
  isPlainValue,
  isPort,
  isString,
  pluginFaultError,
} from "./plugin-call.ts";
import type { ReadOptions, Registry } from "./registry-types.ts";
import { resolveSchemeOptions, type Scheme, unwrapOverride } from "./scheme.ts";

/** The readers of a registered scheme under each profile. */
type RegisteredScheme = Readonly<Record<Profile, SchemeReader>>;

interface SchemeReader extends UrlReader {
  readonly registry: SchemeRegistry;
  /** The name of the scheme, with its ":". */
  readonly prefix: string;
  /** The scheme as it was registered; `undefined` for an unknown one. */
  readonly registered: Scheme | undefined;
}

/** The implementation of a registry: the generic syntax parses a text, and then its scheme does. */
export class SchemeRegistry implements Registry {
  readonly #byName = new Map<string, RegisteredScheme>();
  /** The same by the char code of the first letter: parsing takes 140 ns, and 170 ns with a Map of slices of the text. */
  readonly #byInitial: { readonly name: string; readonly readers: RegisteredScheme }[][] = [];
  /** The entry of unknown names. */
  readonly #unknown: RegisteredScheme = this.#createReaders("", undefined);

  constructor(byName: ReadonlyMap<string, Scheme>) {
    for (const [name, scheme] of byName) {
      const readers = this.#createReaders(name, scheme);
      this.#byName.set(name, readers);
      const initial = name.charCodeAt(0);
      this.#byInitial[initial] = [...(this.#byInitial[initial] ?? []), { name, readers }];
    }
  }

  #createReaders(name: string, scheme: Scheme | undefined): RegisteredScheme {
    const identity = scheme && unwrapOverride(scheme);
    const reader = (profile: Profile): SchemeReader => ({
      registry: this,
      prefix: `${name}:`,
      scheme: identity,
      registered: scheme,
      profile,
      change: (url, change) => this.#changed(url, change, profile),
      readParts,
    });
    return { rfc3986: reader("rfc3986"), rfc1738: reader("rfc1738") };
  }

  parse(text: string, options?: ReadOptions): any {
    if (resolveProfile(options) === "rfc1738") return unwrapResult(this.tryParse(text, options));
    const offsets = scan(text, options);
    if (offsets === undefined) {
      const problems = diagnose(text, options);
      throw new UrlSyntaxError(problems[0]!, problems);
    }
    return this.#checked(this.#createUrl(text, offsets), options);
  }

  /** Returns a scanned URL that its scheme accepts. */
  #checked(url: Url, options: ReadOptions | undefined): Url {
    try {
      readByScheme(url, throwOnError);
      return url;
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      // The scheme stopped at its first error. Parse again to collect all errors; one of them may come earlier in the
      // text.
      const errors = this.tryParse(url.href, options).problems.filter(({ severity }) => severity === "error");
      // One error needs no second object: creating one takes most of the time.
      if (errors.length === 0 || (errors.length === 1 && error instanceof UrlSyntaxError)) throw error;
      throw new UrlSyntaxError(errors[0]!, errors);
    }
  }

  tryParse(text: string, options?: ReadOptions): ParseResult<any> {
    const profile = resolveProfile(options);
    const problems: Problem[] = [];
    const url = this.#scan(text, profile, problems, options);
    if (url === undefined) return { ok: false, url, problems };
    try {
      readByScheme(url, collectInto(problems));
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      problems.push(...error.problems);
    }
    if (text.includes("@")) warnAboutAmbiguity(url, collectInto(problems));
    if (problems.length === 0) return { ok: true, url, problems };
    problems.sort((a, b) => a.start - b.start);
    const ok = problems.every(({ severity }) => severity === "warning");
    return ok ? { ok, url, problems } : { ok, url: undefined, problems };
  }

  /** Splits the text; `undefined` if it is invalid, with the reasons in `problems`. */
  #scan(text: string, profile: Profile, problems: Problem[], options?: ReadOptions): Url | undefined {
    if (profile === "rfc3986") {
      const offsets = scan(text, options);
      if (offsets !== undefined) return this.#createUrl(text, offsets);
      problems.push(...diagnose(text, options));
      return undefined;
    }
    const known = (name: string) => this.#byName.has(name);
    const findReader = (of: string, schemeEnd: number) => this.#find(of, schemeEnd).rfc1738;
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
    const scheme = this.scheme(name);
    if (scheme === undefined) throw unknownSchemeError(name);
    const lower = name.toLowerCase();
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
    return this.#normalize(withAsciiHost(this.#toUrl(input, options), options));
  }

  #normalize(url: Url): string {
    const { registered: scheme, profile } = getSchemeReader(url);
    const normal = normalizeByScheme(url);
    if (normal !== undefined && profile === "rfc3986") return normal;
    const generic = {
      hierarchical: scheme?.hierarchical ?? true,
      defaultPort: getDefaultPort(url, scheme),
      unreserved: getUnreserved(scheme, profile),
    };
    if (profile === "rfc3986") return normalizeGeneric(url, generic);
    const own = normal?.replaceAll("~", "%7E");
    const read = own === undefined ? url : this.parse(own, { ...ALREADY_PARSED, profile });
    // A "?" in a user is data there (§3.1), and would end the authority by RFC 3986.
    const userinfo = read.userinfo?.replaceAll("?", "%3F");
    const strict = userinfo === read.userinfo ? read : read.with({ userinfo });
    return normalizeGeneric(strict, { ...generic, hierarchical: false });
  }

  compare(a: string | Url, b: string | Url, options: CompareOptions & ReadOptions = {}): Comparison {
    const [x, y] = [this.#toUrl(a, options), this.#toUrl(b, options)];
    return compareWithRules(x, y, options, (url) => this.#getRules(withAsciiHost(url, options)));
  }

  #getRules(url: Url): ComparisonRules {
    const scheme = registeredScheme(url);
    const { profile } = getReader(url)!;
    const cite = scheme?.cite[0] ?? "RFC 1738 §3.1";
    const forms: SchemeForm[] = [];
    const add = (rule: string, text: string): Url => {
      const form: Url = this.parse(text, { ...ALREADY_PARSED, profile });
      forms.push({ rule, url: form, cite });
      return form;
    };
    // RFC 1738 has one more rule for all schemes: the "?" of a user.
    if (scheme?.normalize || scheme?.identify || profile === "rfc1738") {
      const normal = add(`the normal form of ${url.scheme} URLs`, this.#normalize(url));
      if (scheme?.identify) add("only what identifies the resource", identify(normal, scheme));
    }
    return {
      hierarchical: profile === "rfc3986" && (scheme?.hierarchical ?? true),
      defaultPort: getDefaultPort(url, scheme),
      unreserved: getUnreserved(scheme, profile),
      cites: PROFILE_RULES[profile],
      forms,
    };
  }

  resolve(base: string | Url, text: string, options: ResolveOptions & ReadOptions = {}): Url {
    const from = this.#toUrl(base, options);
    const reference = parseReference(text, options);
    const scheme = registeredScheme(from);
    if (scheme?.hierarchical === false && !isOpaqueReference(from, reference))
      throw notHierarchicalError(from, text);
    const { schemeEnd } = reference.offsets;
    const target = schemeEnd < 0 ? scheme : this.#find(text, schemeEnd).rfc3986.registered;
    const keepDotSegments = options.keepDotSegments ?? target?.hierarchical === false;
    const { text: href, offsets } = transformReference(from, reference, { ...options, keepDotSegments });
    if (options.profile === "rfc1738" || href.length > resolveMaxUrlLength(options.maxUrlLength))
      return this.parse(href, options);
    return this.#checked(this.#createUrl(href, offsets), options);
  }

  describe(input: string | Url): readonly Part[] {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme?.describe === undefined) return describeGeneric(url);
    return callPlugin(url.scheme, "describe a URL", () => scheme.describe!(url), isArray);
  }

  plan(input: string | Url, operation?: string, options?: Readonly<Record<string, unknown>>): Plan {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme === undefined) throw schemeNotInstalledError(url.scheme);
    if (scheme.plan === undefined) {
      throw new AccessError("unsupported", `cannot plan ${url.scheme} URLs: opening them sends nothing`);
    }
    const resolved = resolveSchemeOptions(scheme, options);
    return callPlugin(url.scheme, "plan", () => scheme.plan!(url, operation, resolved), isIterable);
  }

  isDirectory(input: string | Url): boolean {
    const url = this.#toUrl(input);
    const scheme = registeredScheme(url);
    if (scheme?.isDirectory === undefined) return false;
    return callPlugin(url.scheme, "recognize a directory", () => scheme.isDirectory!(url), isBoolean);
  }

  scheme(name: string): Scheme | undefined {
    // ASCII only: "\u212a" is not "k", although toLowerCase maps it to "k".
    return SCHEME.covers(name) ? this.#byName.get(name.toLowerCase())?.rfc3986.registered : undefined;
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  #createUrl(text: string, offsets: ScannedOffsets): Url {
    return createReference(text, offsets, this.#find(text, offsets.schemeEnd).rfc3986) as Url;
  }

  /** Returns the readers of a scheme, which is text[0, schemeEnd). */
  #find(text: string, schemeEnd: number): RegisteredScheme {
    const length = Math.max(schemeEnd, 0);
    for (const { name, readers } of this.#byInitial[text.charCodeAt(0)] ?? []) {
      if (name.length === length && text.startsWith(name)) return readers;
    }
    return this.#byName.get(text.slice(0, length).toLowerCase()) ?? this.#unknown;
  }

  /** Parse a URL of another registry again, because this registry's schemes define its meaning here. */
  #toUrl(input: string | Url, options?: ReadOptions): Url {
    if (typeof input === "string") return this.parse(input, options);
    const reader = getReader(input) as Partial<SchemeReader> | undefined;
    const profile = options?.profile ?? reader?.profile ?? "rfc3986";
    if (reader?.registry === this && reader.profile === profile) return input;
    return this.parse(input.href, { ...ALREADY_PARSED, profile });
  }

  /** Implements `url.with` for a URL of this registry. */
  #changed(url: Url, change: object, profile: Profile): Url {
    const read = (text: string) => this.parse(text, { ...ALREADY_PARSED, profile }) as Url;
    const parts = pickPartsChange(change);
    const next = composeAndParse(withComponents(url, change), read);
    const scheme = registeredScheme(next);
    return parts === undefined || scheme === undefined ? next : read(withParts(next, parts, scheme));
  }
}

/** Returns the scheme's port, if it has one. */
function getDefaultPort({ scheme: name }: Url, scheme: Scheme | undefined): number | undefined {
  return scheme && callPlugin(name, "return its default port", () => scheme.defaultPort(name), isPort);
}

/** Returns the characters whose escapes are equivalent to the character. */
function getUnreserved(scheme: Scheme | undefined, profile: Profile): CharSet {
  if (scheme?.keepEscapes === true) return NO_CHARACTERS;
  return profile === "rfc3986" ? UNRESERVED : UCHAR;
}

/** Returns what identifies the resource of a URL in normal form. */
function identify(url: Url, scheme: Scheme): string {
  return callPlugin(
    url.scheme,
    "identify a resource",
    () => scheme.identify!(url),
    (text) => typeof text === "string" && text.startsWith(`${url.scheme}:`),
  );
}

function resolveProfile(options: ReadOptions | undefined): Profile {
  const profile = options?.profile ?? "rfc3986";
  if (profile === "rfc3986" || profile === "rfc1738") return profile;
  throw new RangeError('invalid option profile: expected "rfc3986" or "rfc1738"');
}

function unwrapResult(result: ParseResult<Url>): Url {
  if (result.ok) return result.url;
  const errors = result.problems.filter(({ severity }) => severity === "error");
  throw new UrlSyntaxError(errors[0]!, errors);
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
    message: `cannot resolve a reference: the path of a ${scheme} URL is opaque`,
    component: "path",
    start: 0,
    end: reference.length,
    hint: 'use an absolute URL, or a path that begins with "/" if the base has a host',
    cite: "RFC 3986 §1.2.3",
  });
}

/** Returns the normal form by the rules of the scheme; `undefined` without such rules. Inlines `callPlugin`: 10 %. */
function normalizeByScheme(url: Url): string | undefined {
  const { registered: scheme, profile, prefix } = getSchemeReader(url);
  if (scheme?.normalize === undefined) return undefined;
  let normal: string;
  try {
    normal = scheme.normalize(url, profile);
  } catch (cause) {
    if (isSyntaxError(cause) || isAccessError(cause)) throw cause;
    throw pluginFaultError(url.scheme, "failed to normalize a URL", cause);
  }
  if (typeof normal === "string" && normal.startsWith(prefix)) return normal;
  throw pluginFaultError(url.scheme, "failed to normalize a URL: it returned an invalid value");
}

/** Lets the scheme of a scanned URL check it, and parse it if the scheme has no separate check. */
function readByScheme(url: Url, report: Report): void {
  const { registered: scheme, profile } = getSchemeReader(url);
  if (scheme === undefined) {
    const { hostEnd, pathStart } = url.offsets;
    checkPort(url, report, hostEnd, pathStart);
    return;
  }
  let parts: unknown;
  try {
    if (scheme.check !== undefined) {
      scheme.check(url as Url<string, undefined>, report, profile);
      return;
    }
    parts = scheme.parse(url as Url<string, undefined>, report, profile);
  } catch (cause) {
    if (isSyntaxError(cause)) throw cause;
    throw pluginFaultError(url.scheme, "failed to parse a URL", cause);
  }
  // Written by hand, because every URL passes through it.
  if (!isPlainValue(parts)) callPlugin(url.scheme, "parse a URL", () => parts, isPlainValue);
  attachParts(url, Object.freeze(parts));
}

/** Returns the scheme of a URL that this registry has parsed. */
function registeredScheme(url: Url): Scheme | undefined {
  return getSchemeReader(url).registered;
}

function getSchemeReader(url: Url): SchemeReader {
  return getReader(url) as SchemeReader;
}

/** Reads and freezes the parts of a URL that the scheme's `check` has accepted. */
function readParts(url: Url): unknown {
  const { registered: scheme, profile } = getSchemeReader(url);
  if (scheme === undefined) return undefined;
  const read = () => scheme.parse(url as Url<string, undefined>, rejectReport, profile);
  return Object.freeze(callPlugin(url.scheme, "read the parts of a URL", read, isPlainValue));
}

/** The report of a `parse` whose URL was checked before: an error now is a bug of the scheme. */
function rejectReport({ code, severity, message }: ProblemInit): void {
  if (severity !== "warning") throw new Error(`${code} after the check of the URL: ${message}`);
}

function collectInto(problems: Problem[]): (problem: ProblemInit) => void {
  return (problem) => problems.push(toProblem(problem));
}
