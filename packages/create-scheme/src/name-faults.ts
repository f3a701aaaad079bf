import { checkSchemeName, kindOfName, notInstalled } from "@anyurl/core";
import { ianaScheme } from "@anyurl/iana";

/** What speaks against a name for a scheme of one's own. */
export interface NameFault {
  /**
   * "error": no scheme can have it. "taken": somebody has it; whoever writes that very scheme may go on. "warning": a matter
   * of taste, or of registration.
   */
  readonly severity: "error" | "taken" | "warning";
  /** As "registered-scheme". */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The rule, as "RFC 7595 §3.8". */
  readonly cite: string;
}

/**
 * Looks at a name by RFC 3986 §3.1 (what a name is made of), RFC 7595 §3.8 (lower case, the "." of domains, unique), RFC
 * 6648 §3 (no "x-"), the registry of IANA, and the schemes that anyurl has itself.
 *
 * Errors: bad-scheme, upper-case-scheme, first-party-scheme. Taken: registered-scheme. Warnings: experimental-scheme,
 * dotted-scheme, unregistered-scheme.
 */
export function nameFaults(name: string): readonly NameFault[] {
  const registered = ianaScheme(name);
  const spelling = checkSchemeName(name)
    // IANA has names that are older than its rules.
    .filter(({ code }) => code !== "dotted-scheme" || registered === undefined)
    .map(({ code, severity, message, hint, cite }): NameFault => {
      const isError = severity === "error" || code === "upper-case-scheme";
      return { code, severity: isError ? "error" : "warning", message, cite, ...(hint && { hint }) };
    });
  if (spelling.some(({ severity }) => severity === "error")) return spelling;
  if (notInstalled(name).code === "scheme-not-installed") return [...spelling, ownScheme(name)];
  if (registered !== undefined) {
    const by = registered.reference.join(", ");
    return [...spelling, registeredScheme(`"${name}" is registered (${registered.status}) by ${by}`)];
  }
  return kindOfName(name) === "other" && spelling.length === 0 ? [unregistered(name)] : spelling;
}

function ownScheme(name: string): NameFault {
  return {
    severity: "error",
    code: "first-party-scheme",
    message: `"${name}" is a scheme of anyurl itself`,
    hint: "to replace it, wrap your scheme in override(…) of @anyurl/core",
    cite: "RFC 7595 §3.8",
  };
}

function registeredScheme(message: string): NameFault {
  return {
    severity: "taken",
    code: "registered-scheme",
    message,
    hint: "use --force to implement that scheme, or choose another name",
    cite: "RFC 7595 §3.8",
  };
}

function unregistered(name: string): NameFault {
  return {
    severity: "warning",
    code: "unregistered-scheme",
    message: `"${name}" is not registered, so others can register it`,
    hint: "register it provisionally (first come, first served), or begin it with your reversed domain name",
    cite: "RFC 7595 §4",
  };
}
