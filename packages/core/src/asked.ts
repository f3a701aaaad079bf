import { AccessError, isAccessError } from "./access-error.ts";

/**
 * What a scheme gives when it is asked for something. What it throws, but for the errors of this package, and what it
 * gives that is nothing of the kind is its own fault, and nobody else's.
 *
 * @throws {UrlSyntaxError} of the scheme. @throws {AccessError} of the scheme; plugin-fault.
 */
export function asked<T>(scheme: string, what: string, ask: () => T, isFit: (given: T) => boolean): T {
  let given: T;
  try {
    given = ask();
  } catch (cause) {
    if (isSyntaxError(cause) || isAccessError(cause)) throw cause;
    throw faultOf(scheme, `failed to ${what}`, cause);
  }
  if (!isFit(given)) throw faultOf(scheme, `failed to ${what}: it returned an invalid value`);
  return given;
}

function faultOf(scheme: string, did: string, cause?: unknown): AccessError {
  return new AccessError("plugin-fault", `the scheme ${scheme} ${did}`, { scheme, cause });
}

/** By its name: a scheme may come with a copy of this package of its own. */
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && error.name === "UrlSyntaxError";
}

export function isText(given: unknown): boolean {
  return typeof given === "string";
}

export function isList(given: unknown): boolean {
  return Array.isArray(given);
}

/** Has it steps that can be looked at? */
export function isPlan(given: unknown): boolean {
  return isObject(given) && Array.isArray((given as { readonly steps?: unknown }).steps);
}

/** Anything but what would have to be waited for, or called. */
export function isParts(given: unknown): boolean {
  return typeof given !== "function" && !(isObject(given) && "then" in given);
}

export function isTruth(given: unknown): boolean {
  return typeof given === "boolean";
}

/** A port, or that there is none. */
export function isPort(given: unknown): boolean {
  return (
    given === undefined || (Number.isInteger(given) && (given as number) >= 0 && (given as number) <= 65_535)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
