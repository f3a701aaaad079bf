import { checkSchemeName, schemeNameKind, schemeNotInstalledError } from "@anyurl/core";
import { findIanaScheme } from "@anyurl/iana";

/** A problem of a name for your own scheme. */
export interface NameProblem {
  /**
   * "error": no scheme can have it. "taken": it is registered; only an implementation of that scheme can use it.
   * "warning": a matter of convention, or of registration.
   */
  readonly severity: "error" | "taken" | "warning";
  /** For example "registered-scheme". */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The rule, for example "RFC 7595 §3.8". */
  readonly cite: string;
}

/**
 * Checks a name by RFC 3986 §3.1 (allowed characters), RFC 7595 §3.8 (lower case, the "." of domains, unique), RFC 6648
 * §3 (no "x-"), the registry of IANA, and the schemes of anyurl itself.
 *
 * Errors: bad-scheme, upper-case-scheme, first-party-scheme. Taken: registered-scheme. Warnings: experimental-scheme,
 * dotted-scheme, unregistered-scheme.
 */
export function checkName(name: string): readonly NameProblem[] {
  const registered = findIanaScheme(name);
  const spelling = checkSchemeName(name)
    // IANA has names that are older than its rules.
    .filter(({ code }) => code !== "dotted-scheme" || registered === undefined)
    .map(({ code, severity, message, hint, cite }): NameProblem => {
      const isError = severity === "error" || code === "upper-case-scheme";
      return { code, severity: isError ? "error" : "warning", message, cite, ...(hint && { hint }) };
    });
  if (spelling.some(({ severity }) => severity === "error")) return spelling;
  if (schemeNotInstalledError(name).code === "scheme-not-installed")
    return [...spelling, firstPartyProblem(name)];
  if (registered !== undefined) {
    const by = registered.reference.join(", ");
    return [...spelling, registeredProblem(`"${name}" is registered (${registered.status}) by ${by}`)];
  }
  return schemeNameKind(name) === "other" && spelling.length === 0 ? [unregisteredWarning(name)] : spelling;
}

function firstPartyProblem(name: string): NameProblem {
  return {
    severity: "error",
    code: "first-party-scheme",
    message: `"${name}" is a scheme of anyurl itself`,
    hint: "to replace it, wrap your scheme in override(…) of @anyurl/core",
    cite: "RFC 7595 §3.8",
  };
}

function registeredProblem(message: string): NameProblem {
  return {
    severity: "taken",
    code: "registered-scheme",
    message,
    hint: "use --force to implement that scheme, or choose another name",
    cite: "RFC 7595 §3.8",
  };
}

function unregisteredWarning(name: string): NameProblem {
  return {
    severity: "warning",
    code: "unregistered-scheme",
    message: `"${name}" is not registered, so others can register it`,
    hint: "register it provisionally (first come, first served), or begin it with your reversed domain name",
    cite: "RFC 7595 §4",
  };
}
