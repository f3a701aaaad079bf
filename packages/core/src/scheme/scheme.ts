import type { AccessErrorInit } from "../exchange/access-error.ts";
import type { Operations } from "../exchange/operations.ts";
import type { Plan } from "../exchange/plan.ts";
import type { Part } from "../operations/describe.ts";
import type { OptionSet, ResolvedOptions } from "../options/declaration.ts";
import { resolveOptions } from "../options/options.ts";
import { isPort } from "../syntax/ip-schemepart.ts";
import { MAX_SCHEME_LENGTH } from "../syntax/limits.ts";
import type { Report } from "../syntax/problems.ts";
import { getScheme, type Profile, type Url } from "../syntax/url.ts";
import type { Presentation } from "./presentation.ts";

/** An example URL of a scheme: for its documentation, its help, and its conformance suite. */
export interface Example {
  readonly url: string;
  readonly title: string;
}

/** The ports besides its own at which servers of a scheme are reached. */
export interface PortRules {
  /**
   * Policy for ports below 1024, "the reserved space" of RFC 1738 §6: block; ask the caller, and block without an
   * answer; or allow. "any" also allows those that browsers block for every scheme. Default "ask".
   */
  readonly reserved?: "refuse" | "ask" | "allow" | "any";
  /** Other usual ports: allowed even for a URL from an untrusted source. */
  readonly usual?: readonly number[];
}

/**
 * A form in which people write URLs of a scheme without its name (RFC 3986 §4.5, "suffix reference"). The lenient parser
 * accepts it.
 */
export interface Shorthand<Name extends string = string> {
  /** "host": `h.example:8080/path`. "mailbox": `joe@h.example`. "path": a local path, such as `C:\a.txt`, as `NAME:///C:/a.txt`. */
  readonly form: "host" | "mailbox" | "path";
  /** The name of the scheme that such a text lacks. */
  readonly name: Name;
  /**
   * For "host": only these hosts, in lower case. A text that ends in "." is the beginning of a host name, such as
   * "ftp.". Absent: any host. The first scheme of a registry that declares that is the default one.
   */
  readonly hosts?: readonly string[];
}

/** An operation that a proxy performs by an HTTP method: GET or HEAD. */
export type ProxyOperation = "get" | "stat";

/** A scheme's definition by its author. All of it except `access` is pure and runs in a browser. */
export interface SchemeDefinition<Name extends string, Parts, Init, Access, Options = any> {
  /** One name, or several that share a syntax (ftp, ftps). Lower case, RFC 3986 §3.1. */
  readonly name: Name | readonly Name[];
  /** Allow a name of one letter. Default false: on some systems it is a drive. */
  readonly allowSingleLetter?: boolean;
  /** For all names, or for each name. Absent: the scheme has no port. */
  readonly defaultPort?: number | Readonly<Record<Name, number>>;
  readonly ports?: PortRules;
  /**
   * Can another scheme take over a name of this one only if the host program consents (`allowOverride`)? Default false.
   */
  readonly protected?: boolean;
  /** The implemented rules, newest first. */
  readonly cite: readonly string[];
  /** Are "." and ".." segments as defined in RFC 3986 §3.3? Default false: the path is opaque. */
  readonly hierarchical?: boolean;
  /**
   * Parses what the generic syntax has split, and reports problems. The parts of a URL with an error are discarded.
   * Split first, then decode. Under the profile rfc1738, the text was split and checked by genericurl of RFC 1738 §5,
   * and the further rules of the scheme's own production are checked here. Absent: the scheme has no further rules, and
   * its URLs have no parts.
   */
  readonly parse?: (url: Url<Name, undefined>, report: Report, profile: Profile) => Parts;
  /**
   * Reports every problem of what the generic syntax has split. With it, parsing a URL only checks it, and `parse` is
   * called when the parts are first read, which most programs never do. It must accept every URL without an error here.
   */
  readonly check?: (url: Url<Name, undefined>, report: Report, profile: Profile) => void;
  /** The template of its syntax: `templateSyntax` gives it. The conformance suite generates URLs from it. */
  readonly template?: string;
  /** Formats a URL and escapes each field as needed. The inverse of parse. */
  readonly format: (init: Init) => string;
  /**
   * The names of the fields that `format` accepts, besides "scheme". A registry rejects any other field
   * (unknown-field). Absent: it rejects none.
   */
  readonly fields?: readonly (keyof Init & string)[];
  /**
   * Returns the scheme's normal form. It identifies the same resource and is idempotent. Under the profile rfc1738 dot
   * segments stay, because they have no meaning there; the registry normalizes escapes.
   */
  readonly normalize?: (url: Url<Name, Parts>, profile: Profile) => string;
  /**
   * Does only `normalize` know which escapes can be decoded? As in a URN, where "%61" and "a" are different (RFC 8141
   * §3.1). Default false: an escape of an unreserved character is equivalent to the character (RFC 3986 §6.2.2.2).
   */
  readonly keepEscapes?: boolean;
  /**
   * Returns the URL without what identifies no resource but stays in the normal form, such as the r-component of a URN
   * (RFC 8141 §3.2). Called with a URL in normal form. Two URLs are equivalent if these texts are the same.
   * Absent: the normal form.
   */
  readonly identify?: (url: Url<Name, Parts>) => string;
  /** Describes every part of the URL with its range and its meaning. */
  readonly describe?: (url: Url<Name, Parts>) => readonly Part[];
  /**
   * Returns the steps that opening it would take with these options of the scheme, which are resolved.
   *
   * @throws {AccessError} errors that opening throws before it connects; unsupported.
   */
  readonly plan?: (url: Url<Name, Parts>, operation?: string, options?: ResolvedOptions<Options>) => Plan;
  /** Does the URL itself identify a directory or a menu, which `list` reads? */
  readonly isDirectory?: (url: Url<Name, Parts>) => boolean;
  /**
   * Can a URL of this scheme without "//" be found in running text without "<" and ">" around it? Absent: never,
   * because "note: this" is prose.
   */
  readonly inText?: (url: Url<Name, Parts>) => boolean;
  /** The forms in which people write its URLs without a scheme. Absent: none. */
  readonly shorthands?: readonly Shorthand<Name>[];
  /**
   * All URLs that its servers name, in redirects, referrals, and entries, are of this scheme, so that a program needs no
   * other one to open its URLs. Default false.
   */
  readonly selfContained?: boolean;
  /** `put` replaces a resource atomically, so that callers need not write to a temporary name first. */
  readonly writesWhole?: boolean;
  /**
   * `put` must have the URL of the resource, because a server may understand a temporary name as another request. After a
   * failure, the target may be incomplete.
   */
  readonly writesDirectly?: boolean;
  /** `put` creates a symbolic link if its context has a `linkTarget`. Default false. */
  readonly makesLinks?: boolean;
  /** `put` uses an incomplete file that outlives a failure if its context has a `part`. Default false. */
  readonly keepsParts?: boolean;
  /**
   * The operations that HTTP proxies perform for URLs of this scheme: such a proxy is asked with the URL itself, as in
   * `GET ftp://h/x` (RFC 1738 §4, RFC 9112 §3.2.2). Absent: HTTP proxies know nothing of it, and only a tunnel through
   * one leads to its servers.
   */
  readonly proxyOperations?: readonly ProxyOperation[];
  /** Returns the URL to ask an HTTP proxy for. Absent: the URL itself. */
  readonly proxyUrl?: (url: Url<Name, Parts>) => Url;
  /** How programs show its resources. Absent: as files and directories. */
  readonly presentation?: Presentation<Url<Name, Parts>>;
  readonly examples: readonly Example[];
  /**
   * Every option of `plan` and of the operations, which get them resolved. Absent: the scheme has none, and any option
   * of a caller is an error.
   */
  readonly options?: Options;
  /** A module whose exports are the operations. Loaded on first use, so that parsing loads no protocol code. */
  readonly access?: () => Promise<Access>;
}

/** What it takes to parse the URLs of a scheme. */
export interface SchemeSyntax<Name extends string = string, Parts = any> {
  readonly names: readonly Name[];
  // Methods instead of properties, so that any scheme is a `SchemeSyntax`, whatever its parts.
  parse(url: Url<Name, undefined>, report: Report, profile: Profile): Parts;
  check?(url: Url<Name, undefined>, report: Report, profile: Profile): void;
}

/** A scheme as a value, for a registry or a client. */
export interface Scheme<
  Name extends string = string,
  Parts = any,
  Init = any,
  Access = any,
  Options extends OptionSet = any,
> extends SchemeSyntax<Name, Parts> {
  readonly cite: readonly string[];
  readonly hierarchical: boolean;
  readonly keepEscapes?: boolean;
  readonly examples: readonly Example[];
  readonly fields?: readonly string[];
  readonly template?: string;
  readonly ports?: PortRules;
  readonly protected?: boolean;
  /** `undefined` if the scheme has no port. */
  defaultPort(name: string): number | undefined;
  format(init: Init): string;
  normalize?(url: Url<Name, Parts>, profile: Profile): string;
  identify?(url: Url<Name, Parts>): string;
  describe?(url: Url<Name, Parts>): readonly Part[];
  plan?(url: Url<Name, Parts>, operation?: string, options?: ResolvedOptions<Options>): Plan;
  isDirectory?(url: Url<Name, Parts>): boolean;
  inText?(url: Url<Name, Parts>): boolean;
  readonly shorthands?: readonly Shorthand<Name>[];
  readonly selfContained?: boolean;
  readonly writesWhole?: boolean;
  readonly writesDirectly?: boolean;
  readonly makesLinks?: boolean;
  readonly keepsParts?: boolean;
  readonly proxyOperations?: readonly ProxyOperation[];
  proxyUrl?(url: Url<Name, Parts>): Url;
  readonly presentation?: Presentation;
  readonly options?: Options;
  access?(): Promise<Access>;
  /** Was this URL parsed by this scheme? Narrows its parts. */
  is(url: Url): url is Url<Name, Parts>;
}

/**
 * Creates a scheme from its definition.
 *
 * @throws {TypeError} a name that is not a scheme by RFC 3986 §3.1, has upper-case letters, has one letter, or is too
 *   long.
 * @throws {RangeError} an invalid default port.
 */
export function defineScheme<
  const Name extends string,
  Parts,
  Init = Parts,
  Access extends Partial<Operations<Url<Name, Parts>>> = Record<never, never>,
  Options extends OptionSet = OptionSet<Record<never, never>>,
>(
  definition: SchemeDefinition<Name, Parts, Init, Access, Options>,
): Scheme<Name, Parts, Init, Access, Options> {
  const { name, defaultPort } = definition;
  const names: readonly Name[] = typeof name === "string" ? [name] : name;
  for (const each of names) checkName(each, definition.allowSingleLetter === true);
  for (const port of typeof defaultPort === "object" ? Object.values(defaultPort) : [defaultPort ?? 0]) {
    if (!isPort(port ?? -1)) throw new RangeError("invalid port: expected a whole number from 0 to 65535");
  }
  const ports =
    typeof defaultPort === "object" ? new Map<string, number>(Object.entries(defaultPort)) : undefined;
  const scheme: Scheme<Name, Parts, Init, Access, Options> = {
    names: Object.freeze([...names]),
    cite: definition.cite,
    hierarchical: definition.hierarchical ?? false,
    examples: definition.examples,
    defaultPort: (of) => (ports === undefined ? (defaultPort as number | undefined) : ports.get(of)),
    ...(definition.ports && { ports: definition.ports }),
    ...(definition.protected && { protected: true }),
    parse: definition.parse ?? (() => undefined as Parts),
    ...(definition.check && { check: definition.check }),
    format: definition.format,
    ...(definition.fields && { fields: Object.freeze([...definition.fields]) }),
    ...(definition.template !== undefined && { template: definition.template }),
    ...(definition.normalize && { normalize: definition.normalize }),
    ...(definition.identify && { identify: definition.identify }),
    ...(definition.keepEscapes === true && { keepEscapes: true }),
    ...(definition.describe && { describe: definition.describe }),
    ...(definition.plan && { plan: definition.plan }),
    ...(definition.isDirectory && { isDirectory: definition.isDirectory }),
    ...(definition.inText && { inText: definition.inText }),
    ...(definition.shorthands && { shorthands: Object.freeze([...definition.shorthands]) }),
    ...(definition.selfContained === true && { selfContained: true }),
    ...(definition.writesWhole === true && { writesWhole: true }),
    ...(definition.writesDirectly === true && { writesDirectly: true }),
    ...(definition.makesLinks === true && { makesLinks: true }),
    ...(definition.keepsParts === true && { keepsParts: true }),
    ...(definition.proxyOperations && {
      proxyOperations: Object.freeze([...definition.proxyOperations]),
    }),
    ...(definition.proxyUrl && { proxyUrl: definition.proxyUrl }),
    ...(definition.presentation && { presentation: Object.freeze({ ...definition.presentation }) }),
    ...(definition.options && { options: definition.options }),
    ...(definition.access && { access: loadOnce(definition.access) }),
    is: (url): url is Url<Name, Parts> => getScheme(url) === scheme,
  };
  return Object.freeze(scheme);
}

/**
 * Returns a function that loads once: `import()` has a cost even for a loaded module. A failed load can be repeated.
 */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
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

/** Is it a scheme in lower case (RFC 3986 §3.1), and not too long? */
export function isSchemeName(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*$/.test(name) && name.length <= MAX_SCHEME_LENGTH;
}

function checkName(name: string, allowSingleLetter: boolean): void {
  if (!isSchemeName(name)) {
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

/** The same in every copy of this package, because a plugin can have its own copy. */
const OVERRIDE: unique symbol = Symbol.for("@anyurl/core override");

/**
 * Lets a scheme take names that another scheme of the registry already has. The later one wins. A name of a protected
 * scheme also needs the consent of the program that creates the registry: its option `allowOverride`.
 */
export function override<S extends Scheme>(scheme: S): S {
  return { ...scheme, [OVERRIDE]: scheme } as S;
}

export function isOverride(scheme: Scheme): boolean {
  return OVERRIDE in scheme;
}

/** Returns the wrapped scheme of an override, which `is` compares. */
export function unwrapOverride(scheme: SchemeSyntax): SchemeSyntax {
  return (scheme as { readonly [OVERRIDE]?: Scheme })[OVERRIDE] ?? scheme;
}

/** Returns the options of a scheme. A scheme that declares none has an empty set. */
export function getOptionSet({ names, options }: Scheme): OptionSet {
  return options ?? { name: names[0] ?? "", declarations: NONE, defaults: NONE };
}

/**
 * Returns the options of a scheme that its operations and its plan read. A scheme without options rejects any.
 *
 * @throws {AccessError} bad-option.
 */
export function resolveSchemeOptions(
  scheme: Scheme,
  given: Readonly<Record<string, unknown>> | undefined,
  init?: AccessErrorInit,
): Readonly<Record<string, unknown>> {
  return resolveOptions(getOptionSet(scheme), given, init);
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});
