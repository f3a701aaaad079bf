import { schemeNotInstalledError } from "@anyurl/core";
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
  const plugin = pluginHint(schemeNotInstalledError(scheme));
  return [displayText(say(text)), ...(plugin === undefined ? [] : [`${say("hint")}: ${say(plugin)}`])];
}

/** The hint for a command without the scheme of a known package, which a program would install otherwise. */
function pluginHint({ code, hint = "" }: AccessError): string | undefined {
  const [, name] = /"npm install ([^" ]+)"/.exec(hint) ?? [];
  return code === "scheme-not-installed" && name !== undefined
    ? `run "anyurl plugins add ${name}"`
    : undefined;
}

/** Returns what to do for a scheme that anyurl does not have: what the registry says, and which package has it. */
export async function describeMissing(scheme: string): Promise<string | undefined> {
  const { describeRegistration, findIanaScheme } = await import("@anyurl/iana");
  const registered = findIanaScheme(scheme) === undefined ? undefined : describeRegistration(scheme);
  const found = [registered, pluginHint(schemeNotInstalledError(scheme))].filter(
    (each) => each !== undefined,
  );
  return found.length === 0 ? undefined : found.join("; ");
}

/**
 * Adds to the error of a scheme that no package supports what the registry of IANA says, and to that of any scheme that
 * is not loaded how to install a plugin.
 * Returns other errors unchanged.
 */
export async function addRegistration(error: unknown): Promise<unknown> {
  if (!isAccessError(error)) return error;
  const plugin = pluginHint(error);
  if (plugin !== undefined) return new AccessError(error.code, error.message, { ...error, hint: plugin });
  if (error.code !== "unknown-scheme") return error;
  const { describeRegistration, findIanaScheme } = await import("@anyurl/iana");
  const { scheme = "", hint } = error;
  const registered = findIanaScheme(scheme) === undefined ? undefined : describeRegistration(scheme);
  const search = hint === undefined ? [] : [`${hint}, and "anyurl plugins add" to install it`];
  const hints = [...(registered === undefined ? [] : [registered]), ...search];
  return new AccessError(error.code, error.message, { ...error, hint: hints.join("; ") });
}
