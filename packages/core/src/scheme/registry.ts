import { asciiLowerCase } from "../syntax/host.ts";
import type { Parser, Registry } from "./registry-types.ts";
import { isOverride, isSchemeName, type Scheme, type SchemeSyntax } from "./scheme.ts";
import { SchemeParser } from "./scheme-parser.ts";
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
  const options = isOptions(given) ? given[0] : { schemes: given as readonly Scheme[] };
  return new SchemeRegistry(collectSchemes(options));
}

/**
 * Creates a parser of schemes: a registry with nothing but `parse` and `tryParse` by RFC 3986, for programs that must
 * be small. With the syntax of a scheme, such as `ftpSyntax` from "@anyurl/scheme-ftp/syntax", a bundler leaves out
 * everything else of the scheme. `url.with` of its URLs changes components, and parts only if a scheme has `format`.
 *
 * @throws {TypeError} scheme-taken: two schemes have the same name; plugin-fault, as for {@link createRegistry}.
 */
export function createParser<const T extends readonly SchemeSyntax[]>(...schemes: T): Parser<T[number]> {
  const byName = new Map<string, SchemeSyntax>();
  for (const scheme of schemes) {
    for (const name of readSchemeNames(scheme, ["parse"])) {
      if (byName.has(name))
        throw schemeTakenError(`the scheme name "${name}" is already taken`, "leave out one");
      byName.set(name, scheme);
    }
  }
  const parser = new SchemeParser(byName);
  return {
    parse: (text, options) => parser.parse(text, options),
    tryParse: (text, options) => parser.tryParse(text, options),
  };
}

/** Returns the schemes by their names. @throws {TypeError} scheme-taken, plugin-fault. */
function collectSchemes({
  schemes,
  allowOverride = [],
}: RegistryOptions<readonly Scheme[]>): ReadonlyMap<string, Scheme> {
  const consented = new Set(allowOverride.map(asciiLowerCase));
  const byName = new Map<string, Scheme>();
  for (const scheme of schemes) {
    for (const name of readSchemeNames(scheme, METHODS)) {
      const holder = byName.get(name) ?? scheme;
      if (holder === scheme) byName.set(name, scheme);
      else {
        checkTakeover(name, holder, scheme, consented);
        byName.set(name, keepUnserved(scheme, holder));
      }
    }
  }
  return byName;
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

/** A name that a gateway must not open stays so: an override does not know why, and may come from another author. */
function keepUnserved(later: Scheme, holder: Scheme): Scheme {
  if (holder.presentation?.served !== false || later.presentation?.served === false) return later;
  return { ...later, presentation: Object.freeze({ ...later.presentation, served: false }) };
}

function schemeTakenError(message: string, hint: string): TypeError {
  return Object.assign(new TypeError(message), { code: "scheme-taken", hint });
}

/** The methods of every scheme. */
const METHODS = ["parse", "format", "defaultPort", "is"] as const;

/** Returns the names of a scheme once; later changes have no effect. */
function readSchemeNames(
  scheme: SchemeSyntax | null | undefined,
  methods: readonly (keyof Scheme)[],
): readonly string[] {
  const isWhole = methods.every((method) => typeof (scheme as Scheme | null)?.[method] === "function");
  if (!isWhole || !Array.isArray(scheme?.names)) throw invalidSchemeError("not a valid scheme");
  const names: readonly unknown[] = [...scheme.names];
  for (const name of names) {
    if (typeof name !== "string" || !isSchemeName(name))
      throw invalidSchemeError(`invalid scheme name ${JSON.stringify(name)}`);
  }
  return names as readonly string[];
}

function invalidSchemeError(message: string): TypeError {
  return Object.assign(new TypeError(`${message}: create the scheme with defineScheme()`), {
    code: "plugin-fault",
  });
}
