import { type PolicyOptions, parseGateways, resolvePolicy } from "@anyurl/client";
import { checkSchemeName, resolveLimits } from "@anyurl/core";
import { type AnyurlConfig, displayText } from "anyurl";
import { LocalError } from "../errors.ts";

/** The fields of a config and their checks; a check throws an error if the value is invalid. */
const MEMBERS: ReadonlyMap<string, (value: unknown) => void> = new Map([
  ["plugins", checkPlugins],
  ["policy", (value: unknown) => void resolvePolicy(value as PolicyOptions)],
  ["gateways", checkGateways],
  ["options", checkOptions],
  ["limits", (value: unknown) => void resolveLimits(requireObject(value, "limits"))],
]);

const NO_LOGINS = "put credentials into a netrc file, and use --netrc";
const OTHERS: ReadonlyMap<string, string> = new Map([
  ...["credentials", "login", "logins", "password", "passwords", "auth"].map(
    (name) => [name, NO_LOGINS] as const,
  ),
  ["schemes", "use plugins"],
  ["plugin", "use plugins"],
  ["limit", "use limits"],
  ["option", "use options"],
  ["gateway", "use gateways"],
  ["proxy", "use --proxy, or set all_proxy in the environment"],
  ["proxies", "use --proxy, or set all_proxy in the environment"],
]);

/**
 * Checks the contents of a config file.
 *
 * @throws {LocalError} bad-config: a field is unknown or invalid. Unknown fields are not ignored: a misspelled one may
 *   have been meant to forbid something.
 */
export function checkConfig(found: unknown, file: string): AnyurlConfig {
  const bad = (why: string, hint?: string) =>
    new LocalError("bad-config", displayText(`${file}: ${why}`), hint);
  if (!isObject(found)) throw bad("invalid config: expected an object", HINT);
  for (const [name, value] of Object.entries(found)) {
    const check = MEMBERS.get(name);
    if (check === undefined)
      throw bad(`unknown config field "${name.slice(0, 40)}"`, OTHERS.get(name) ?? HINT);
    if (value === undefined) continue;
    try {
      check(value);
    } catch (error) {
      throw bad(`${name}: ${(error as Error).message}`);
    }
  }
  return found;
}

const HINT = `use one of: ${[...MEMBERS.keys()].join(", ")}`;

function checkPlugins(value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError("expected a list of schemes or package names");
}

function checkGateways(value: unknown): void {
  const gateways = requireObject(value, "gateways");
  for (const scheme of Object.keys(gateways)) checkName(scheme);
  parseGateways(gateways);
}

function checkOptions(value: unknown): void {
  for (const [scheme, options] of Object.entries(requireObject(value, "options"))) {
    checkName(scheme);
    requireObject(options, `options of ${scheme}`);
  }
}

function checkName(name: string): void {
  const problem = checkSchemeName(name).find(({ severity }) => severity === "error");
  if (problem !== undefined || name !== name.toLowerCase())
    throw new TypeError(`invalid scheme name "${name.slice(0, 40)}"`);
}

function requireObject(value: unknown, what: string): Readonly<Record<string, never>> {
  if (!isObject(value)) throw new TypeError(`${what}: expected an object`);
  return value as Readonly<Record<string, never>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
