import type { AccessErrorInit } from "../exchange/access-error.ts";
import type { OptionSet } from "../options/declaration.ts";
import { resolveOptions } from "../options/options.ts";
import type { Scheme } from "./scheme.ts";

/** Returns the options of a scheme. A scheme that declares none has an empty set. */
export function getOptionSet({ names, options }: Scheme): OptionSet {
  return options ?? { name: names[0] ?? "", declarations: NONE, defaults: NONE };
}

/**
 * Returns the options of a scheme that its operations and its plan read. A scheme without options rejects any.
 *
 * @throws {AccessError} bad-option.
 */
export function resolveSchemeOptions(
  scheme: Scheme,
  given: Readonly<Record<string, unknown>> | undefined,
  init?: AccessErrorInit,
): Readonly<Record<string, unknown>> {
  return resolveOptions(getOptionSet(scheme), given, init);
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});
