import { asciiLowerCase } from "@anyurl/core";
import { findIanaScheme } from "./schemes.ts";
import { schemeStatus } from "./status.ts";

/** The schemes to use in place of one that has no definition, or that another one replaces, and the document that says so. */
const REPLACEMENTS: ReadonlyMap<string, readonly [schemes: readonly string[], cite: string]> = new Map([
  ["mailserver", [["mailto"], "RFC 6196 §1"]],
  ["z39.50", [["z39.50r", "z39.50s"], "RFC 2056 §3, §4"]],
  ["fax", [["tel"], "RFC 3966 §12"]],
  ["modem", [["tel"], "RFC 3966 §12"]],
  ["snews", [["news"], "RFC 5538 §8.1"]],
]);

/** Returns the names of the schemes to use in place of one; empty without one. */
export function findReplacements(name: string): readonly string[] {
  return REPLACEMENTS.get(asciiLowerCase(name))?.[0] ?? [];
}

/**
 * Returns what the registry says of a name, as one phrase for people: what to use in place of it, its status, its references,
 * and its note. `undefined` if the name is not a scheme by RFC 3986 §3.1.
 */
export function describeRegistration(name: string): string | undefined {
  const status = schemeStatus(name);
  if (status === undefined) return undefined;
  const found = findIanaScheme(name);
  if (found === undefined) return `the status of the name is ${status}`;
  const references = found.reference.join(", ");
  const [schemes = [], cite] = REPLACEMENTS.get(found.name) ?? [];
  return [
    ...(cite === undefined ? [] : [`use ${schemes.join(" or ")} (${cite})`]),
    `the IANA status of the name is ${found.status}${references === "" ? "" : ` (${references})`}`,
    ...(found.note === undefined ? [] : [found.note]),
  ].join("; ");
}
