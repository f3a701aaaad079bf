import type { OperationName } from "../exchange/operations.ts";
import type { Url } from "../syntax/url.ts";
import type { Scheme } from "./scheme.ts";

/*
 * The compile-time knowledge of a URL and the registered schemes: the parts of a literal text, and the operations of
 * its scheme.
 */

/** The scheme of a text or a URL at compile time; `string` if it is unknown. */
export type LiteralScheme<T> =
  T extends Url<infer Name, any> ? Name : T extends `${infer Name}:${string}` ? Lowercase<Name> : string;

/** The scheme of a registry with that name; `never` without one. */
export type ByName<S, Name extends string> =
  S extends Scheme<infer Names, any, any, any> ? (Name extends Names ? S : never) : never;

/** The result type of parsing `T`: with the parts of its scheme if that is known. */
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

/** `T` if its scheme has the operation, or is unknown before run time; else `never`. */
export type Can<S, T, Operation> =
  string extends LiteralScheme<T>
    ? T
    : Operation extends OperationsOf<ByName<S, LiteralScheme<T>>>
      ? T
      : never;

export type NamesOf<S> = S extends Scheme<infer Names, any, any, any> ? Names : never;
export type InitOf<S, Name extends string> =
  ByName<S, Name> extends Scheme<any, any, infer Init, any> ? Init : never;
