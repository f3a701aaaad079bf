import { AccessError, displayText, isAccessError, type Registry } from "anyurl";
import { say } from "./language.ts";

/** The registration of a scheme, for JSON. */
export interface Registration {
  readonly status: string | undefined;
  readonly description: string | undefined;
  readonly reference: readonly string[];
  readonly note: string | undefined;
  /** The schemes to use in place of it. */
  readonly instead: readonly string[];
}

// The registry is loaded only for a name that no scheme has.
export async function findRegistration(scheme: string): Promise<Registration> {
  const { findIanaScheme, findReplacements, schemeStatus } = await import("@anyurl/iana");
  const found = findIanaScheme(scheme);
  return {
    status: schemeStatus(scheme),
    description: found?.description,
    reference: found?.reference ?? [],
    note: found?.note,
    instead: findReplacements(scheme),
  };
}

/** Returns lines for a scheme that anyurl does not know: what the registry of IANA says. */
export async function registrationLines(
  scheme: string,
  urls: Pick<Registry, "scheme">,
): Promise<readonly string[]> {
  if (urls.scheme(scheme) !== undefined) return [];
  const { describeRegistration } = await import("@anyurl/iana");
  const registration = describeRegistration(scheme) ?? "";
  const text = `The scheme ${scheme} is not supported, so this is the generic syntax: ${registration}.`;
  return [displayText(say(text))];
}

/**
 * Adds to the error of a scheme that no package supports what the registry of IANA says, and how to install a plugin.
 * Returns other errors unchanged.
 */
export async function addRegistration(error: unknown): Promise<unknown> {
  if (!isAccessError(error) || error.code !== "unknown-scheme") return error;
  const { describeRegistration, findIanaScheme } = await import("@anyurl/iana");
  const { scheme = "", hint } = error;
  const registered = findIanaScheme(scheme) === undefined ? undefined : describeRegistration(scheme);
  const search = hint === undefined ? [] : [`${hint}, and "anyurl plugins add" to install it`];
  const hints = [...(registered === undefined ? [] : [registered]), ...search];
  return new AccessError(error.code, error.message, { ...error, hint: hints.join("; ") });
}
