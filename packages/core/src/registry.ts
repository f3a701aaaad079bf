import { AccessError } from "./access-error.ts";
import type { Part } from "./describe.ts";
import { describeGeneric } from "./describe.ts";
import { diagnose, warnOfAmbiguity } from "./diagnose.ts";
import { FIRST_PARTY } from "./first-party.ts";
import { checkPort } from "./ip-schemepart.ts";
import { normalizeGeneric } from "./normalize.ts";
import type { OperationName } from "./operations.ts";
import type { Plan } from "./plan.ts";
import {
  type Problem,
  type ProblemInit,
  problemOf,
  type Report,
  syntaxError,
  throwing,
  UrlSyntaxError,
} from "./problems.ts";
import { type ParseResult, parseReference } from "./reference.ts";
import { isOpaqueReference, type ResolveOptions, resolve } from "./resolve.ts";
import { type ParseOptions, scan } from "./scan.ts";
import type { Scheme } from "./scheme.ts";
import { attachParts, type Url } from "./url.ts";

/** The scheme that a text or a URL is known to have at compile time; `string` when it is not. */
export type LiteralScheme<T> =
  T extends Url<infer Name, any> ? Name : T extends `${infer Name}:${string}` ? Lowercase<Name> : string;

/** The scheme of a registry that has the name; `never` when none has. */
export type ByName<S, Name extends string> =
  S extends Scheme<infer Names, any, any, any> ? (Name extends Names ? S : never) : never;

/** What parsing `T` gives: parts of the scheme that it names, when that is known. */
export type UrlOf<S, T> =
  string extends LiteralScheme<T>
    ? Url
    : [ByName<S, LiteralScheme<T>>] extends [never]
      ? Url<LiteralScheme<T>, undefined>
      : ByName<S, LiteralScheme<T>> extends Scheme<any, infer Parts, any, any>
        ? Url<LiteralScheme<T>, Parts>
        : never;

export type OperationsOf<S> =
  S extends Scheme<any, any, any, infer Access> ? keyof Access & OperationName : never;

/** `T` when its scheme can do the operation, or is not known before run time; else `never`. */
export type Can<S, T, Operation> =
  string extends LiteralScheme<T>
    ? T
    : Operation extends OperationsOf<ByName<S, LiteralScheme<T>>>
      ? T
      : never;

export type NamesOf<S> = S extends Scheme<infer Names, any, any, any> ? Names : never;
export type InitOf<S, Name extends string> =
  ByName<S, Name> extends Scheme<any, any, infer Init, any> ? Init : never;

/** A set of schemes, and what can be done with URLs of them. A value: there is no global one. */
export interface Registry<S extends Scheme = Scheme> {
  /**
   * Reads a URL by the generic syntax and then by its scheme's. The URL of an unknown scheme has no parts.
   *
   * @throws {UrlSyntaxError} the first error; its `problems` has all errors.
   * @throws {AccessError} plugin-fault: the scheme itself failed.
   */
  parse<const T extends string>(text: T, options?: ParseOptions): UrlOf<S, T>;
  /** As parse, without throwing, and with every problem; warnings too when it succeeds. */
  tryParse<const T extends string>(text: T, options?: ParseOptions): ParseResult<UrlOf<S, T>>;
  /**
   * Writes a URL of its decoded fields, each escaped for its place, and reads it back before it is handed out.
   *
   * @throws {UrlSyntaxError} unknown-scheme, and what parse throws.
   */
  format<const Name extends NamesOf<S>>(scheme: Name, init: Omit<InitOf<S, Name>, "scheme">): string;
  /**
   * The normal form: by the scheme's rules when it is known, else by those that hold for every scheme
   * (RFC 3986 §6.2.2).
   *
   * @throws {UrlSyntaxError} what parse throws: a URL that does not parse is not normalized.
   */
  normalize(url: string | Url): string;
  /**
   * The target of a reference (RFC 3986 §5.2), read by its scheme.
   *
   * @throws {UrlSyntaxError} unsupported: the scheme of the base is not hierarchical, and the reference would
   *   look into its path; no-scheme, and what parse throws.
   */
  resolve(base: string | Url, reference: string, options?: ResolveOptions): Url;
  /** The parts of a URL, where each stands and what it means. @throws {UrlSyntaxError} what parse throws. */
  describe(url: string | Url): readonly Part[];
  /**
   * What opening the URL would send. Nothing is sent.
   *
   * @throws {UrlSyntaxError} what parse throws.
   * @throws {AccessError} scheme-not-installed, unknown-scheme, unsupported; control-octet and what else opening
   *   refuses before it connects.
   */
  plan(url: string | Url, operation?: string): Plan;
  /**
   * Does the URL itself say that it names a directory or a menu, which `list` reads? False where the scheme cannot
   * tell. @throws {UrlSyntaxError} what parse throws.
   */
  isDirectory(url: string | Url): boolean;
  /** The scheme of that name, in any case; `undefined` when it is not in here. */
  scheme(name: string): S | undefined;
  /** Every name, in the order in which the schemes were given. */
  names(): readonly string[];
}

const OVERRIDE = Symbol("override");

/** Lets a scheme take names that another scheme of the registry already has. The later one wins. */
export function override<S extends Scheme>(scheme: S): S {
  return { ...scheme, [OVERRIDE]: scheme } as S;
}

/** The scheme itself, out of its override: that is what `is` compares with. */
function identityOf(scheme: Scheme): Scheme {
  return (scheme as { readonly [OVERRIDE]?: Scheme })[OVERRIDE] ?? scheme;
}

/**
 * Makes a registry of schemes, typed by what was put in.
 *
 * @throws {TypeError} scheme-taken: two schemes want one name, and the later is not wrapped in {@link override}.
 */
export function createRegistry<const T extends readonly Scheme[]>(...schemes: T): Registry<T[number]> {
  const byName = new Map<string, Scheme>();
  for (const scheme of schemes) {
    for (const name of scheme.names) {
      if (byName.has(name) && !(OVERRIDE in scheme)) {
        throw Object.assign(
          new TypeError(`two schemes want the name "${name}"; wrap the one to prefer in override()`),
          {
            code: "scheme-taken",
          },
        );
      }
      byName.set(name, scheme);
    }
  }
  return new SchemeRegistry(byName) as unknown as Registry<T[number]>;
}

/** For the text of a URL that has been parsed: whoever did it has allowed its length and its zone. */
const ACCEPTED: ParseOptions = { maxUrlLength: Number.POSITIVE_INFINITY, zoneId: true };

class SchemeRegistry implements Registry {
  readonly #byName: ReadonlyMap<string, Scheme>;

  constructor(byName: ReadonlyMap<string, Scheme>) {
    this.#byName = byName;
  }

  parse(text: string, options?: ParseOptions): any {
    const url = scan(text, options);
    if (url === undefined) {
      const problems = diagnose(text, options);
      throw new UrlSyntaxError(problems[0]!, problems);
    }
    try {
      this.#read(url, throwing);
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      // The scheme was stopped at its first error. There may be more, and one that stands further in front.
      const errors = this.tryParse(text, options).problems.filter(({ severity }) => severity === "error");
      throw errors.length === 0 ? error : new UrlSyntaxError(errors[0]!, errors);
    }
    return url;
  }

  tryParse(text: string, options?: ParseOptions): ParseResult<any> {
    const url = scan(text, options);
    if (url === undefined) return { ok: false, url: undefined, problems: diagnose(text, options) };
    const problems: Problem[] = [];
    try {
      this.#read(url, collecting(problems));
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      problems.push(...error.problems);
    }
    warnOfAmbiguity(url, collecting(problems));
    problems.sort((a, b) => a.start - b.start);
    const ok = problems.every(({ severity }) => severity === "warning");
    return ok ? { ok, url, problems } : { ok, url: undefined, problems };
  }

  format(name: string, init: object): string {
    const scheme = this.#byName.get(name.toLowerCase());
    if (scheme === undefined) {
      throw new UrlSyntaxError(
        problemOf({
          code: "unknown-scheme",
          message: `no scheme "${name}" is registered here`,
          component: "scheme",
          start: 0,
          end: name.length,
          cite: "RFC 3986 §3.1",
        }),
      );
    }
    const text = scheme.format({ ...init, scheme: name.toLowerCase() });
    this.parse(text);
    return text;
  }

  normalize(input: string | Url): string {
    const url = this.#urlOf(input);
    const scheme = this.#byName.get(url.scheme);
    if (scheme?.normalize !== undefined) return scheme.normalize(url);
    return normalizeGeneric(url, {
      hierarchical: scheme?.hierarchical ?? true,
      defaultPort: scheme?.defaultPort(url.scheme),
    });
  }

  resolve(base: string | Url, text: string, options: ResolveOptions = {}): Url {
    const from = this.#urlOf(base);
    const reference = parseReference(text, options);
    const scheme = this.#byName.get(from.scheme);
    if (scheme?.hierarchical === false && !isOpaqueReference(from, reference))
      throw notHierarchical(from, text);
    const target = this.#byName.get(reference.scheme ?? from.scheme);
    const keepDotSegments = options.keepDotSegments ?? target?.hierarchical === false;
    return this.parse(resolve(from, reference, { ...options, keepDotSegments }).href, options);
  }

  describe(input: string | Url): readonly Part[] {
    const url = this.#urlOf(input);
    const scheme = this.#byName.get(url.scheme);
    return scheme?.describe?.(url) ?? describeGeneric(url);
  }

  plan(input: string | Url, operation?: string): Plan {
    const url = this.#urlOf(input);
    const scheme = this.#byName.get(url.scheme);
    if (scheme === undefined) throw notInstalled(url.scheme);
    if (scheme.plan === undefined) {
      throw new AccessError("unsupported", `${url.scheme} URLs have no plan: nothing is sent for them`);
    }
    return scheme.plan(url, operation);
  }

  isDirectory(input: string | Url): boolean {
    const url = this.#urlOf(input);
    return this.#byName.get(url.scheme)?.isDirectory?.(url) ?? false;
  }

  scheme(name: string): Scheme | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** A URL that another registry has read is read again: this one's schemes decide what it means here. */
  #urlOf(input: string | Url): Url {
    return typeof input === "string" ? this.parse(input) : this.parse(input.href, ACCEPTED);
  }

  #read(url: Url, report: Report): void {
    const scheme = this.#byName.get(url.scheme);
    if (scheme === undefined) {
      const { hostEnd, pathStart } = url.offsets;
      checkPort(url, report, hostEnd, pathStart);
      return;
    }
    let parts: unknown;
    try {
      parts = scheme.parse(url as Url<string, undefined>, report);
    } catch (cause) {
      if (isSyntaxError(cause)) throw cause;
      const message = `the scheme ${url.scheme} failed to read a URL`;
      throw new AccessError("plugin-fault", message, { scheme: url.scheme, cause });
    }
    attachParts(
      url,
      typeof parts === "object" && parts !== null ? Object.freeze(parts) : parts,
      identityOf(scheme),
    );
  }
}

function notHierarchical({ scheme }: Url, reference: string): UrlSyntaxError {
  return syntaxError({
    code: "unsupported",
    message: `the path of a ${scheme} URL is opaque: nothing is relative to it`,
    component: "path",
    start: 0,
    end: reference.length,
    hint: 'write a whole URL, or a path that begins with "/" where the base has a host',
    cite: "RFC 3986 §1.2.3",
  });
}

/** By its name: a scheme may come with a copy of this package of its own. */
function isSyntaxError(error: unknown): error is UrlSyntaxError {
  return error instanceof Error && error.name === "UrlSyntaxError";
}

function collecting(problems: Problem[]): (problem: ProblemInit) => void {
  return (problem) => problems.push(problemOf(problem));
}

/** The error for a scheme that nobody here can open: it names the package to install, where there is one. */
export function notInstalled(name: string): AccessError {
  const packageName = FIRST_PARTY.get(name);
  return packageName === undefined
    ? new AccessError("unknown-scheme", `no installed scheme can open ${name}: URLs`, { scheme: name })
    : new AccessError(
        "scheme-not-installed",
        `${name}: URLs are opened by ${packageName}, which is not in use here`,
        {
          scheme: name,
          hint: `npm install ${packageName}, and put it into the schemes`,
        },
      );
}
