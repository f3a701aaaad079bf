import { pickPartsChange, withParts } from "../operations/with-parts.ts";
import { SCHEME } from "../syntax/charset.ts";
import { diagnose, MAX_PROBLEMS, warnAboutAmbiguity } from "../syntax/diagnose.ts";
import { checkPort } from "../syntax/ip-schemepart.ts";
import {
  isSyntaxError,
  type Problem,
  type ProblemInit,
  type Report,
  throwOnError,
  toProblem,
  UrlSyntaxError,
} from "../syntax/problems.ts";
import { composeAndParse, withComponents } from "../syntax/recompose.ts";
import type { ParseResult } from "../syntax/reference.ts";
import { ALREADY_PARSED, scan } from "../syntax/scan.ts";
import {
  attachParts,
  getReader,
  getScanned,
  ParsedReference,
  type Profile,
  type ScannedOffsets,
  type Url,
  type UrlReader,
} from "../syntax/url.ts";
import { callPlugin, isPlainValue, pluginFaultError } from "./plugin-call.ts";
import type { ReadOptions } from "./registry-types.ts";
import { type Scheme, type SchemeSyntax, unwrapOverride } from "./scheme.ts";

/** The readers of a registered scheme under each profile. */
type RegisteredScheme = Readonly<Record<Profile, SchemeReader>>;

export interface SchemeReader extends UrlReader {
  /** The parser of the URL. */
  readonly parser: SchemeParser;
  /** The name of the scheme, with its ":". */
  readonly prefix: string;
  /** The scheme as it was registered; `undefined` for an unknown one. */
  readonly registered: SchemeSyntax | undefined;
}

/** Parses URLs: the generic syntax scans a text, and then its scheme checks it. */
export class SchemeParser {
  readonly #byName = new Map<string, RegisteredScheme>();
  /**
   * The same by the char code of the first letter: parsing a URL takes 14 % longer with a Map of slices of the text.
   * `test/scheme/scheme-lookup.test.ts` compares the results.
   */
  readonly #byInitial: { readonly name: string; readonly readers: RegisteredScheme }[][] = [];
  /** The entry of unknown names. */
  readonly #unknown: RegisteredScheme = this.#createReaders("", undefined);

  constructor(byName: ReadonlyMap<string, SchemeSyntax>) {
    for (const [name, scheme] of byName) {
      const readers = this.#createReaders(name, scheme);
      this.#byName.set(name, readers);
      const initial = name.charCodeAt(0);
      this.#byInitial[initial] = [...(this.#byInitial[initial] ?? []), { name, readers }];
    }
  }

  #createReaders(name: string, scheme: SchemeSyntax | undefined): RegisteredScheme {
    const identity = scheme && unwrapOverride(scheme);
    const reader = (profile: Profile): SchemeReader => ({
      parser: this,
      name: scheme && name,
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
    return this.checked(this.createUrl(text, offsets), options);
  }

  /** Returns a scanned URL that its scheme accepts. */
  protected checked(url: Url, options: ReadOptions | undefined): Url {
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
    let url: Url | undefined;
    if (profile === "rfc1738") url = this.scanRfc1738(text, problems, options);
    else {
      const offsets = scan(text, options);
      if (offsets === undefined) problems.push(...diagnose(text, options));
      else url = this.createUrl(text, offsets);
    }
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

  /**
   * Splits a text by RFC 1738; `undefined` if it is invalid, with the reasons in `problems`. A parser without this grammar
   * rejects the profile.
   */
  protected scanRfc1738(_text: string, _problems: Problem[], _options?: ReadOptions): Url | undefined {
    throw new RangeError('the profile "rfc1738" needs a registry: use createRegistry()');
  }

  scheme(name: string): any {
    // ASCII only: "\u212a" is not "k", although toLowerCase maps it to "k".
    return SCHEME.covers(name) ? this.#byName.get(name.toLowerCase())?.rfc3986.registered : undefined;
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  protected createUrl(text: string, offsets: ScannedOffsets): Url {
    return new ParsedReference(text, offsets, this.find(text, offsets.schemeEnd).rfc3986) as Url;
  }

  /** Returns the readers of a scheme, which is text[0, schemeEnd). */
  protected find(text: string, schemeEnd: number): RegisteredScheme {
    const length = Math.max(schemeEnd, 0);
    for (const { name, readers } of this.#byInitial[text.charCodeAt(0)] ?? []) {
      if (name.length === length && text.startsWith(name)) return readers;
    }
    return this.#byName.get(text.slice(0, length).toLowerCase()) ?? this.#unknown;
  }

  /** Implements `url.with`. */
  #changed(url: Url, change: object, profile: Profile): Url {
    const read = (text: string) => this.parse(text, { ...ALREADY_PARSED, profile }) as Url;
    const parts = pickPartsChange(change);
    const next = composeAndParse(withComponents(url, change), read);
    const scheme = getSchemeReader(next).registered;
    return parts === undefined || scheme === undefined ? next : read(withParts(next, parts, scheme));
  }
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

/** Lets the scheme of a scanned URL check it, and parse it if the scheme has no separate check. */
function readByScheme(url: Url, report: Report): void {
  const { registered: scheme, profile } = getSchemeReader(url);
  if (scheme === undefined) {
    const { hostEnd, pathStart } = getScanned(url);
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
  if (!isPlainValue(parts))
    throw pluginFaultError(url.scheme, "failed to parse a URL: it returned an invalid value");
  attachParts(url, Object.freeze(parts));
}

/** Returns the reader of a URL that a parser of schemes has parsed. */
export const getSchemeReader: (url: Url) => SchemeReader = getReader as (url: Url) => SchemeReader;

/** Returns the scheme of a URL of a registry, which has whole schemes only. */
export function registeredScheme(url: Url): Scheme | undefined {
  return getSchemeReader(url).registered as Scheme | undefined;
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

/** Collects problems up to the maximum. The first error is kept in any case, because it decides whether the URL is valid. */
function collectInto(problems: Problem[]): (problem: ProblemInit) => void {
  let hasError = false;
  return (init) => {
    const problem = toProblem(init);
    const isError = problem.severity === "error";
    if (problems.length < MAX_PROBLEMS || (isError && !hasError)) problems.push(problem);
    hasError ||= isError;
  };
}
