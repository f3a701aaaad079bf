import type { Scheme } from "./scheme.ts";

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
export function unwrapOverride(scheme: Scheme): Scheme {
  return (scheme as { readonly [OVERRIDE]?: Scheme })[OVERRIDE] ?? scheme;
}
