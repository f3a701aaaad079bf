import { SCHEME } from "./charset.ts";
import type { Part } from "./describe.ts";
import type { Operations } from "./exchange/operations.ts";
import type { Plan } from "./exchange/plan.ts";
import { MAX_SCHEME_LENGTH } from "./limits.ts";
import type { OptionDescriptions } from "./option-description.ts";
import type { Report } from "./problems.ts";
import { type Profile, schemeOf, type Url } from "./url.ts";

/** A URL that shows how a scheme is used: for its documentation, its help and its exam. */
export interface Example {
  readonly url: string;
  readonly title: string;
}

/** At which ports, beside its own one, servers of a scheme may be looked for. */
export interface PortRules {
  /**
   * The ports below 1024, "the reserved space" of RFC 1738 §6: refused; asked of the caller, and refused where nobody
   * answers; reached. "any": also those that browsers refuse to every scheme. Default "ask".
   */
  readonly reserved?: "refuse" | "ask" | "allow" | "any";
  /** Where such servers are as well: reached for a stranger's URL, too. */
  readonly usual?: readonly number[];
}

/** What a scheme's author writes. All but `access` is pure and runs in a browser. */
export interface SchemeDefinition<Name extends string, Parts, Init, Access> {
  /** One name, or several that share a syntax (ftp, ftps). Lower case, RFC 3986 §3.1. */
  readonly name: Name | readonly Name[];
  /** Take a name of one letter. Default false: on some systems it is a drive. */
  readonly allowSingleLetter?: boolean;
  /** For all names, or for each. Absent: the scheme has no port. */
  readonly defaultPort?: number | Readonly<Record<Name, number>>;
  readonly ports?: PortRules;
  /**
   * Can another scheme take over a name of this one only if the host program consents (`allowOverride`)? Default false.
   */
  readonly protected?: boolean;
  /** The rules followed, newest first. */
  readonly cite: readonly string[];
  /** Do "." and ".." segments mean what RFC 3986 §3.3 says? Default false: the path is opaque. */
  readonly hierarchical?: boolean;
  /**
   * Reads what the generic syntax has split. Reports what is wrong; the parts of a URL with an error are
   * thrown away. Never decodes before it has split. Under the profile rfc1738, the text has been split and checked by
   * genericurl of RFC 1738 §5: what the scheme's own production asks beyond that is reported here. Absent: the scheme
   * asks nothing beyond the generic syntax, and its URLs have no parts.
   */
  readonly parse?: (url: Url<Name, undefined>, report: Report, profile: Profile) => Parts;
  /** Writes a URL, each field escaped for its place. The inverse of parse. */
  readonly format: (init: Init) => string;
  /**
   * The names of the fields that `format` takes, besides "scheme". A registry refuses any other one (unknown-field).
   * Absent: it refuses none.
   */
  readonly fields?: readonly (keyof Init & string)[];
  /**
   * The scheme's normal form: names the same thing, and is its own normal form. Under the profile rfc1738 dot segments
   * stay, for they mean nothing there; escapes are seen to by the registry.
   */
  readonly normalize?: (url: Url<Name, Parts>, profile: Profile) => string;
  /** Every part of the URL, where it stands and what it means. */
  readonly describe?: (url: Url<Name, Parts>) => readonly Part[];
  /**
   * What opening it would send, with these options of the scheme.
   *
   * @throws {AccessError} what opening it would refuse before it connects; unsupported.
   */
  readonly plan?: (
    url: Url<Name, Parts>,
    operation?: string,
    options?: Readonly<Record<string, unknown>>,
  ) => Plan;
  /** Does the URL itself say that it names a directory or a menu, which `list` reads? */
  readonly isDirectory?: (url: Url<Name, Parts>) => boolean;
  /**
   * May a URL of this scheme that has no "//" be found in running text, without "<" and ">" around it? Absent: never,
   * for "note: this" is prose.
   */
  readonly inText?: (url: Url<Name, Parts>) => boolean;
  /** `put` replaces a resource when all of it is there, or not at all: nobody need write to another name first. */
  readonly writesWhole?: boolean;
  readonly examples: readonly Example[];
  /** Every option that `plan` and the operations take. Loaded when somebody asks for help. */
  readonly options?: () => Promise<OptionDescriptions>;
  /** A module whose exports are the operations. Loaded on first use, so that reading pulls in no protocol. */
  readonly access?: () => Promise<Access>;
}

/** A scheme as a value: what a registry and a client take. */
export interface Scheme<Name extends string = string, Parts = any, Init = any, Access = any> {
  readonly names: readonly Name[];
  readonly cite: readonly string[];
  readonly hierarchical: boolean;
  readonly examples: readonly Example[];
  readonly fields?: readonly string[];
  readonly ports?: PortRules;
  readonly protected?: boolean;
  /** `undefined` when the scheme has no port. */
  defaultPort(name: string): number | undefined;
  // Methods, and not properties: any scheme is then a `Scheme`, whatever its parts.
  parse(url: Url<Name, undefined>, report: Report, profile: Profile): Parts;
  format(init: Init): string;
  normalize?(url: Url<Name, Parts>, profile: Profile): string;
  describe?(url: Url<Name, Parts>): readonly Part[];
  plan?(url: Url<Name, Parts>, operation?: string, options?: Readonly<Record<string, unknown>>): Plan;
  isDirectory?(url: Url<Name, Parts>): boolean;
  inText?(url: Url<Name, Parts>): boolean;
  readonly writesWhole?: boolean;
  options?(): Promise<OptionDescriptions>;
  access?(): Promise<Access>;
  /** Was this URL read by this very scheme? Narrows its parts. */
  is(url: Url): url is Url<Name, Parts>;
}

/**
 * Makes a scheme of its definition.
 *
 * @throws {TypeError} a name that is no scheme by RFC 3986 §3.1, has capitals, has one letter, or is longer than a
 *   scheme may be.
 * @throws {RangeError} a default port that is none.
 */
export function defineScheme<
  const Name extends string,
  Parts,
  Init = Parts,
  Access extends Partial<Operations<Url<Name, Parts>>> = Record<never, never>,
>(definition: SchemeDefinition<Name, Parts, Init, Access>): Scheme<Name, Parts, Init, Access> {
  const { name, defaultPort } = definition;
  const names: readonly Name[] = typeof name === "string" ? [name] : name;
  for (const each of names) checkName(each, definition.allowSingleLetter === true);
  for (const port of typeof defaultPort === "object" ? Object.values(defaultPort) : [defaultPort ?? 0]) {
    if (!Number.isInteger(port) || (port as number) < 0 || (port as number) > 65_535)
      throw new RangeError("invalid port: expected a whole number from 0 to 65535");
  }
  const ports =
    typeof defaultPort === "object" ? new Map<string, number>(Object.entries(defaultPort)) : undefined;
  const scheme: Scheme<Name, Parts, Init, Access> = {
    names: Object.freeze([...names]),
    cite: definition.cite,
    hierarchical: definition.hierarchical ?? false,
    examples: definition.examples,
    defaultPort: (of) => (ports === undefined ? (defaultPort as number | undefined) : ports.get(of)),
    ...(definition.ports && { ports: definition.ports }),
    ...(definition.protected && { protected: true }),
    parse: definition.parse ?? (() => undefined as Parts),
    format: definition.format,
    ...(definition.fields && { fields: Object.freeze([...definition.fields]) }),
    ...(definition.normalize && { normalize: definition.normalize }),
    ...(definition.describe && { describe: definition.describe }),
    ...(definition.plan && { plan: definition.plan }),
    ...(definition.isDirectory && { isDirectory: definition.isDirectory }),
    ...(definition.inText && { inText: definition.inText }),
    ...(definition.writesWhole === true && { writesWhole: true }),
    ...(definition.options && { options: definition.options }),
    ...(definition.access && { access: once(definition.access) }),
    is: (url): url is Url<Name, Parts> => schemeOf(url) === scheme,
  };
  return Object.freeze(scheme);
}

/** Loads once: even of a module that is there already, `import()` is not for free. A load that fails may be tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    if (loaded !== undefined) return loaded;
    const loading = load();
    loaded = loading;
    loading.catch(() => {
      loaded = undefined;
    });
    return loading;
  };
}

function checkName(name: string, allowSingleLetter: boolean): void {
  const fits = /^[a-z]/.test(name) && SCHEME.covers(name) && name === name.toLowerCase();
  if (!fits || name.length > MAX_SCHEME_LENGTH) {
    throw new TypeError(
      `invalid scheme name "${name}": expected a letter, then letters, digits, "+", "-", or "." in lower case, at most 64 characters`,
    );
  }
  if (name.length === 1 && !allowSingleLetter) {
    throw new TypeError(
      `invalid scheme name "${name}": "${name}:" is a drive on some systems; set allowSingleLetter to allow it`,
    );
  }
}
