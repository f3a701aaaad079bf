import type { OperationName } from "../exchange/operations.ts";
import type { Plan } from "../exchange/plan.ts";
import type { CompareOptions, Comparison } from "../operations/compare.ts";
import type { Part } from "../operations/describe.ts";
import type { ResolveOptions } from "../operations/resolve.ts";
import type { OptionsInput } from "../options/declaration.ts";
import type { HostOptions } from "../syntax/ascii-host.ts";
import type { ParseResult } from "../syntax/reference.ts";
import type { ParseOptions } from "../syntax/scan.ts";
import type { Profile, Url } from "../syntax/url.ts";
import type { Scheme, SchemeSyntax } from "./scheme.ts";

/*
 * The compile-time knowledge of a URL and the registered schemes: the parts of a literal text, and the operations of
 * its scheme.
 */

/** The scheme of a text or a URL at compile time; `string` if it is unknown. */
export type LiteralScheme<T> =
  T extends Url<infer Name, any> ? Name : T extends `${infer Name}:${string}` ? Lowercase<Name> : string;

/** The scheme of a registry with that name; `never` without one. */
export type ByName<S, Name extends string> =
  S extends SchemeSyntax<infer Names> ? (Name extends Names ? S : never) : never;

/** Only for the compiler. A member of an enum is the one kind of string that is comparable to no literal. */
declare enum SchemeName {
  Other = "",
}
/** The name of a scheme that is not in the registry: any text. */
export type OtherScheme = SchemeName.Other;

/** The URLs of all schemes of a registry, discriminated by `scheme`, and those of other schemes, without parts. */
export type AnyUrlOf<S> = [S] extends [never]
  ? Url
  : S extends Scheme<infer Names, infer Parts, any, any>
    ? UrlsOf<Names, Parts>
    : never;

/** One type for each name of a scheme, so that a comparison with a name narrows the parts. */
type UrlsOf<Name extends string, Parts> = string extends Name
  ? Url
  : Name extends string
    ? Url<Name, Parts> | Url<OtherScheme, undefined>
    : never;

/**
 * The result type of parsing `T`: with the parts of its scheme if that is known at compile time. If `T` is a dynamic
 * text, the union of all: `if (url.scheme === "ftp")` narrows it.
 */
export type UrlOf<S, T> =
  string extends LiteralScheme<T>
    ? AnyUrlOf<S>
    : [ByName<S, LiteralScheme<T>>] extends [never]
      ? Url<LiteralScheme<T>, undefined>
      : ByName<S, LiteralScheme<T>> extends SchemeSyntax<any, infer Parts>
        ? Url<LiteralScheme<T>, Parts>
        : never;

export type OperationsOf<S> =
  S extends Scheme<any, any, any, infer Access> ? keyof Access & OperationName : never;

/** `T` if its scheme has the operation, or is unknown before run time; else `never`. */
export type Can<S, T, Operation> =
  string extends LiteralScheme<T>
    ? T
    : Operation extends OperationsOf<ByName<S, LiteralScheme<T>>>
      ? T
      : never;

/** The options of the scheme of `T`, if it is known at compile time; else any. */
export type OptionsFor<S, T> =
  string extends LiteralScheme<T>
    ? Readonly<Record<string, unknown>>
    : ByName<S, LiteralScheme<T>> extends Scheme<any, any, any, any, infer Options>
      ? OptionsInput<Options>
      : Readonly<Record<string, unknown>>;

export type NamesOf<S> = S extends Scheme<infer Names, any, any, any> ? Names : never;
export type InitOf<S, Name extends string> =
  ByName<S, Name> extends Scheme<any, any, infer Init, any> ? Init : never;

export interface ReadOptions extends ParseOptions {
  /**
   * The rules to parse by. Default "rfc3986": that RFC, and the newest one of the scheme. "rfc1738": the grammar of RFC
   * 1738 §5 and nothing newer, with its misprints repaired.
   */
  readonly profile?: Profile;
}

/** Parses the URLs of some schemes. Each function that takes a text or a URL throws a TypeError for anything else. */
export interface Parser<S extends SchemeSyntax = SchemeSyntax> {
  /**
   * Parses a URL by the generic syntax and then by its scheme. The URL of an unknown scheme has no parts.
   *
   * @throws {UrlSyntaxError} the first error; its `problems` has all errors.
   * @throws {AccessError} plugin-fault: the scheme itself failed.
   */
  parse<const T extends string>(text: T, options?: ParseOptions): UrlOf<S, T>;
  /** Like parse, but does not throw and returns every problem, also warnings of a valid URL. */
  tryParse<const T extends string>(text: T, options?: ParseOptions): ParseResult<UrlOf<S, T>>;
}

/**
 * A set of schemes, and the functions for their URLs. It is a value: there is no global registry. Each function that takes a
 * text or a URL throws a TypeError for anything else.
 */
export interface Registry<S extends Scheme = Scheme> extends Parser<S> {
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
   * @throws {UrlSyntaxError} unknown-scheme; unknown-field: the scheme has no field of that name; bad-field: they are not
   *   an object, or one of them has another type; what parse throws.
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
