import type { Plan } from "../exchange/plan.ts";
import type { CompareOptions, Comparison } from "../operations/compare.ts";
import type { Part } from "../operations/describe.ts";
import type { ResolveOptions } from "../operations/resolve.ts";
import type { HostOptions } from "../syntax/ascii-host.ts";
import { asciiLowerCase } from "../syntax/host.ts";
import { checkSchemeName } from "../syntax/names.ts";
import type { Problem } from "../syntax/problems.ts";
import type { ParseResult } from "../syntax/reference.ts";
import type { ParseOptions } from "../syntax/scan.ts";
import type { Profile, Url } from "../syntax/url.ts";
import { isOverride } from "./override.ts";
import type { InitOf, NamesOf, UrlOf } from "./registry-types.ts";
import type { Scheme } from "./scheme.ts";
import { SchemeRegistry } from "./scheme-registry.ts";

/** The schemes of a registry, and what the host program permits them. */
export interface RegistryOptions<T extends readonly Scheme[]> {
  readonly schemes: T;
  /**
   * Names of protected schemes that a later scheme can take over by {@link override}, such as "http". The author of a
   * plugin can write `override`; only the host program can write this. Default: none.
   */
  readonly allowOverride?: readonly string[];
}

export interface ReadOptions extends ParseOptions {
  /**
   * The rules to parse by. Default "rfc3986": that RFC, and the newest one of the scheme. "rfc1738": the grammar of RFC
   * 1738 §5 and nothing newer, with its misprints repaired.
   */
  readonly profile?: Profile;
}

/** A set of schemes, and the functions for their URLs. It is a value: there is no global registry. */
export interface Registry<S extends Scheme = Scheme> {
  /**
   * Parses a URL by the generic syntax and then by its scheme. The URL of an unknown scheme has no parts.
   *
   * @throws {UrlSyntaxError} the first error; its `problems` has all errors.
   * @throws {AccessError} plugin-fault: the scheme itself failed.
   */
  parse<const T extends string>(text: T, options?: ReadOptions): UrlOf<S, T>;
  /** Like parse, but does not throw and returns every problem, also warnings of a valid URL. */
  tryParse<const T extends string>(text: T, options?: ReadOptions): ParseResult<UrlOf<S, T>>;
  /** Returns the result of each profile: every problem under both. Never throws for an invalid text. */
  check(text: string, options?: ParseOptions): Readonly<Record<Profile, ParseResult<Url>>>;
  /**
   * Formats a URL from its decoded fields, escapes each as needed, and parses the result before it returns.
   *
   * @throws {UrlSyntaxError} unknown-scheme; unknown-field: the scheme has no field of that name; what parse throws.
   */
  format<const Name extends NamesOf<S>>(
    scheme: Name,
    init: Omit<InitOf<S, Name>, "scheme">,
    options?: ReadOptions,
  ): string;
  /**
   * Returns the normal form: by the scheme's rules if it is known, else by those for every scheme (RFC 3986 §6.2.2). A
   * host in percent-encoded UTF-8 becomes A-labels if `toAscii` is given.
   *
   * @throws {UrlSyntaxError} what parse throws: an invalid URL is not normalized.
   */
  normalize(url: string | Url, options?: ReadOptions & HostOptions): string;
  /**
   * Compares two URLs by the generic rules and then by those of their schemes. The result lists the normalization steps
   * with their rules, or the first difference. In doubt they differ.
   *
   * @throws {UrlSyntaxError} what parse throws.
   */
  compare(a: string | Url, b: string | Url, options?: CompareOptions & ReadOptions): Comparison;
  /**
   * Resolves a reference (RFC 3986 §5.2) and parses the target by its scheme.
   *
   * @throws {UrlSyntaxError} unsupported: the scheme of the base is not hierarchical, and the reference would depend on
   *   its path; no-scheme, and what parse throws.
   */
  resolve(base: string | Url, reference: string, options?: ResolveOptions & ReadOptions): Url;
  /** Describes the parts of a URL with their ranges and meanings. @throws {UrlSyntaxError} what parse throws. */
  describe(url: string | Url): readonly Part[];
  /**
   * Returns the steps that opening the URL would take. Sends nothing.
   *
   * @throws {UrlSyntaxError} what parse throws.
   * @throws {AccessError} scheme-not-installed, unknown-scheme, unsupported; control-octet and other errors that
   *   opening throws before it connects.
   */
  plan(url: string | Url, operation?: string, options?: Readonly<Record<string, unknown>>): Plan;
  /**
   * Does the URL itself identify a directory or a menu, which `list` reads? False if the scheme cannot tell. @throws
   * {UrlSyntaxError} what parse throws.
   */
  isDirectory(url: string | Url): boolean;
  /** Returns the scheme with that name, in any case; `undefined` if it is not registered. */
  scheme(name: string): S | undefined;
  /** Every name, in the order in which the schemes were given. */
  names(): readonly string[];
}

/**
 * Creates a registry of schemes, typed by its arguments.
 *
 * @throws {TypeError} scheme-taken: a name is taken, and the later scheme is not wrapped in {@link override}, or the
 *   earlier one is protected and `allowOverride` does not have the name; plugin-fault: an argument is not a scheme, or
 *   has an invalid name by RFC 3986 §3.1.
 */
export function createRegistry<const T extends readonly Scheme[]>(
  options: RegistryOptions<T>,
): Registry<T[number]>;
export function createRegistry<const T extends readonly Scheme[]>(...schemes: T): Registry<T[number]>;
export function createRegistry(...given: readonly (Scheme | RegistryOptions<readonly Scheme[]>)[]): Registry {
  const { schemes, allowOverride = [] } = isOptions(given)
    ? given[0]
    : { schemes: given as readonly Scheme[] };
  const consented = new Set(allowOverride.map(asciiLowerCase));
  const byName = new Map<string, Scheme>();
  for (const scheme of schemes) {
    for (const name of readSchemeNames(scheme)) {
      const holder = byName.get(name) ?? scheme;
      if (holder !== scheme) checkTakeover(name, holder, scheme, consented);
      byName.set(name, scheme);
    }
  }
  return new SchemeRegistry(byName);
}

function isOptions(given: readonly unknown[]): given is readonly [RegistryOptions<readonly Scheme[]>] {
  const [first] = given as readonly Partial<RegistryOptions<readonly Scheme[]>>[];
  return given.length === 1 && Array.isArray(first?.schemes);
}

/** Checks that the later scheme can take over the name. @throws {TypeError} scheme-taken */
function checkTakeover(name: string, holder: Scheme, later: Scheme, consented: ReadonlySet<string>): void {
  if (holder.protected === true && !consented.has(name)) {
    throw schemeTakenError(
      `cannot take over the scheme name "${name}": it is protected`,
      `add "${name}" to the option allowOverride if this program should open ${name} URLs with the other scheme`,
    );
  }
  if (!isOverride(later)) {
    throw schemeTakenError(
      `the scheme name "${name}" is already taken`,
      "wrap the scheme that should replace the other one in override()",
    );
  }
}

function schemeTakenError(message: string, hint: string): TypeError {
  return Object.assign(new TypeError(message), { code: "scheme-taken", hint });
}

/** The methods of every scheme. */
const METHODS = ["parse", "format", "defaultPort", "is"] as const;

/** Returns the names of a scheme once; later changes have no effect. */
function readSchemeNames(scheme: Scheme | null | undefined): readonly string[] {
  const isWhole = METHODS.every((method) => typeof scheme?.[method] === "function");
  if (!isWhole || !Array.isArray(scheme?.names)) throw invalidSchemeError("not a valid scheme");
  const names: readonly unknown[] = [...scheme.names];
  for (const name of names) {
    if (
      typeof name !== "string" ||
      name !== name.toLowerCase() ||
      checkSchemeName(name, ALLOW_SINGLE_LETTER).some(isError)
    )
      throw invalidSchemeError(`invalid scheme name ${JSON.stringify(name)}`);
  }
  return names as readonly string[];
}

const ALLOW_SINGLE_LETTER = { allowSingleLetter: true } as const;

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function invalidSchemeError(message: string): TypeError {
  return Object.assign(new TypeError(`${message}: create the scheme with defineScheme()`), {
    code: "plugin-fault",
  });
}
