import { AccessError, isAccessError } from "../exchange/access-error.ts";
import { isSyntaxError } from "../syntax/problems.ts";

/**
 * Calls a method of a scheme and checks the result. An unexpected exception or an invalid result is a bug of the scheme
 * and becomes plugin-fault; errors of this package pass through.
 *
 * @throws {UrlSyntaxError} of the scheme. @throws {AccessError} of the scheme; plugin-fault.
 */
export function callPlugin<T>(scheme: string, what: string, ask: () => T, isFit: (given: T) => boolean): T {
  let given: T;
  try {
    given = ask();
  } catch (cause) {
    if (isSyntaxError(cause) || isAccessError(cause)) throw cause;
    throw pluginFaultError(scheme, `failed to ${what}`, cause);
  }
  if (!isFit(given)) throw pluginFaultError(scheme, `failed to ${what}: it returned an invalid value`);
  return given;
}

export function pluginFaultError(scheme: string, did: string, cause?: unknown): AccessError {
  return new AccessError("plugin-fault", `the scheme ${scheme} ${did}`, { scheme, cause });
}

export function isString(given: unknown): boolean {
  return typeof given === "string";
}

/** Is it iterable? */
export function isIterable(given: unknown): boolean {
  return isObject(given) && Array.isArray((given as { readonly steps?: unknown }).steps);
}

/** Not a function and not a thenable. */
export function isPlainValue(given: unknown): boolean {
  return typeof given !== "function" && !(isObject(given) && "then" in given);
}

export function isBoolean(given: unknown): boolean {
  return typeof given === "boolean";
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
