import { AccessError, displayText, isAccessError, type Registry } from "anyurl";

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
  return [displayText(text)];
}

/** Adds what the registry says to the error of a scheme that no package supports. Returns other errors unchanged. */
export async function addRegistration(error: unknown): Promise<unknown> {
  if (!isAccessError(error) || error.code !== "unknown-scheme" || error.hint !== undefined) return error;
  const { describeRegistration, findIanaScheme } = await import("@anyurl/iana");
  const { scheme = "" } = error;
  if (findIanaScheme(scheme) === undefined) return error;
  return new AccessError(error.code, error.message, { ...error, hint: describeRegistration(scheme) });
}
