import type { OperationName } from "./exchange/operations.ts";
import type { Scheme } from "./scheme.ts";
import type { Url } from "./url.ts";

/*
 * What the compiler knows of a URL and of the schemes that were put together: which parts a literal text has, and
 * which operations its scheme can do.
 */

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
