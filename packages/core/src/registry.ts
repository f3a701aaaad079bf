import type { HostOptions } from "./ascii-host.ts";
import type { CompareOptions, Comparison } from "./compare.ts";
import type { Part } from "./describe.ts";
import type { Plan } from "./exchange/plan.ts";
import { asciiLowerCase } from "./host.ts";
import { checkSchemeName } from "./names.ts";
import { isOverride } from "./override.ts";
import type { Problem } from "./problems.ts";
import type { ParseResult } from "./reference.ts";
import type { InitOf, NamesOf, UrlOf } from "./registry-types.ts";
import type { ResolveOptions } from "./resolve.ts";
import type { ParseOptions } from "./scan.ts";
import type { Scheme } from "./scheme.ts";
import { SchemeReader } from "./scheme-reader.ts";
import type { Profile, Url } from "./url.ts";

/** The schemes of a registry, and what the program that makes it permits them. */
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
   * By which rules. Default "rfc3986": that RFC, and the newest one of the scheme. "rfc1738": the grammar of RFC 1738
   * §5 and nothing newer, its misprints repaired.
   */
  readonly profile?: Profile;
}

/** A set of schemes, and what can be done with URLs of them. A value: there is no global one. */
export interface Registry<S extends Scheme = Scheme> {
  /**
   * Reads a URL by the generic syntax and then by its scheme's. The URL of an unknown scheme has no parts.
   *
   * @throws {UrlSyntaxError} the first error; its `problems` has all errors.
   * @throws {AccessError} plugin-fault: the scheme itself failed.
   */
  parse<const T extends string>(text: T, options?: ReadOptions): UrlOf<S, T>;
  /** As parse, without throwing, and with every problem; warnings too when it succeeds. */
  tryParse<const T extends string>(text: T, options?: ReadOptions): ParseResult<UrlOf<S, T>>;
  /** What each profile makes of a text: every problem under both. Never throws for a bad text. */
  check(text: string, options?: ParseOptions): Readonly<Record<Profile, ParseResult<Url>>>;
  /**
   * Writes a URL of its decoded fields, each escaped for its place, and reads it back before it is handed out.
   *
   * @throws {UrlSyntaxError} unknown-scheme; unknown-field: the scheme has no field of that name; what parse throws.
   */
  format<const Name extends NamesOf<S>>(
    scheme: Name,
    init: Omit<InitOf<S, Name>, "scheme">,
    options?: ReadOptions,
  ): string;
  /**
   * The normal form: by the scheme's rules when it is known, else by those that hold for every scheme
   * (RFC 3986 §6.2.2). A host in percent-encoded UTF-8 becomes A-labels where `toAscii` is given.
   *
   * @throws {UrlSyntaxError} what parse throws: a URL that does not parse is not normalized.
   */
  normalize(url: string | Url, options?: ReadOptions & HostOptions): string;
  /**
   * Are two URLs the same, by the generic rules and then by their schemes'? With the steps that led there, each citing
   * its rule, or the place where they part. In doubt they differ.
   *
   * @throws {UrlSyntaxError} what parse throws.
   */
  compare(a: string | Url, b: string | Url, options?: CompareOptions & ReadOptions): Comparison;
  /**
   * The target of a reference (RFC 3986 §5.2), read by its scheme.
   *
   * @throws {UrlSyntaxError} unsupported: the scheme of the base is not hierarchical, and the reference would
   *   look into its path; no-scheme, and what parse throws.
   */
  resolve(base: string | Url, reference: string, options?: ResolveOptions & ReadOptions): Url;
  /** The parts of a URL, where each stands and what it means. @throws {UrlSyntaxError} what parse throws. */
  describe(url: string | Url): readonly Part[];
  /**
   * What opening the URL would send. Nothing is sent.
   *
   * @throws {UrlSyntaxError} what parse throws.
   * @throws {AccessError} scheme-not-installed, unknown-scheme, unsupported; control-octet and what else opening
   *   refuses before it connects.
   */
  plan(url: string | Url, operation?: string, options?: Readonly<Record<string, unknown>>): Plan;
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

/**
 * Makes a registry of schemes, typed by what was put in.
 *
 * @throws {TypeError} scheme-taken: a name is taken, and the later scheme is not wrapped in {@link override}, or the earlier
 *   one is protected and `allowOverride` does not have the name; plugin-fault: what is given is no scheme, or a name of it
 *   is none by RFC 3986 §3.1.
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
    for (const name of namesOf(scheme)) {
      const holder = byName.get(name) ?? scheme;
      if (holder !== scheme) checkTakeover(name, holder, scheme, consented);
      byName.set(name, scheme);
    }
  }
  return new SchemeReader(byName);
}

function isOptions(given: readonly unknown[]): given is readonly [RegistryOptions<readonly Scheme[]>] {
  const [first] = given as readonly Partial<RegistryOptions<readonly Scheme[]>>[];
  return given.length === 1 && Array.isArray(first?.schemes);
}

/** May the later scheme take the name over? @throws {TypeError} scheme-taken */
function checkTakeover(name: string, holder: Scheme, later: Scheme, consented: ReadonlySet<string>): void {
  if (holder.protected === true && !consented.has(name)) {
    throw taken(
      `cannot take over the scheme name "${name}": it is protected`,
      `add "${name}" to the option allowOverride if this program should open ${name} URLs with the other scheme`,
    );
  }
  if (!isOverride(later)) {
    throw taken(
      `the scheme name "${name}" is already taken`,
      "wrap the scheme that should replace the other one in override()",
    );
  }
}

function taken(message: string, hint: string): TypeError {
  return Object.assign(new TypeError(message), { code: "scheme-taken", hint });
}

/** What every scheme has, whoever made it. */
const METHODS = ["parse", "format", "defaultPort", "is"] as const;

/** The names of a scheme, as they are now: nobody asks it again. */
function namesOf(scheme: Scheme | null | undefined): readonly string[] {
  const isWhole = METHODS.every((method) => typeof scheme?.[method] === "function");
  if (!isWhole || !Array.isArray(scheme?.names)) throw noScheme("not a valid scheme");
  const names: readonly unknown[] = [...scheme.names];
  for (const name of names) {
    if (typeof name !== "string" || name !== name.toLowerCase() || checkSchemeName(name, ANY).some(isError))
      throw noScheme(`invalid scheme name ${JSON.stringify(name)}`);
  }
  return names as readonly string[];
}

const ANY = { allowSingleLetter: true } as const;

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function noScheme(message: string): TypeError {
  return Object.assign(new TypeError(`${message}: create the scheme with defineScheme()`), {
    code: "plugin-fault",
  });
}
