import type { Scheme } from "@anyurl/core";
import { type Anyurl, type AnyurlOptions, createAnyurl as createSmaller, type FirstParty } from "anyurl";
import { type FirstParty as Added, SCHEMES } from "./schemes.ts";

/** Every scheme of this project. */
export type AnyScheme = FirstParty | Added;

/**
 * Creates an {@link Anyurl} of every scheme of this project and further ones. As `createAnyurl` of the package `anyurl`
 * does, it connects to nothing; the code that opens the URLs of a scheme is loaded when the first one is opened.
 *
 * @throws {AccessError} bad-option: an unknown option, or an invalid value.
 * @throws {TypeError} scheme-taken: a further scheme uses a name that is taken, and is not wrapped in `override`.
 */
export function createAnyurl<const T extends readonly Scheme[] = readonly []>(
  options: AnyurlOptions<T> = {},
): Anyurl<AnyScheme | T[number]> {
  const { schemes = [], ...rest } = options;
  return createSmaller({ ...rest, schemes: [...SCHEMES, ...schemes] }) as Anyurl<AnyScheme | T[number]>;
}
