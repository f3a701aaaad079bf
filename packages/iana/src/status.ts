import { kindOfName } from "@anyurl/core";
import { type IanaStatus, ianaScheme } from "./schemes.ts";

/** What is known of a scheme by its name: how it is registered, else what the name itself says. */
export type SchemeStatus = IanaStatus | "experimental" | "private" | "unregistered";

/** The status of a name; `undefined` for what is no scheme by RFC 3986 §3.1. */
export function statusOf(name: string): SchemeStatus | undefined {
  const kind = kindOfName(name);
  return ianaScheme(name)?.status ?? (kind === "other" ? "unregistered" : kind);
}

/** A scheme of a registry, with what IANA says of it. */
export interface SchemeListing {
  readonly name: string;
  readonly status: SchemeStatus;
  /** Empty where it is not registered. */
  readonly reference: readonly string[];
}

/** The schemes of a registry by name, each with status and reference. What is no scheme is left out. */
export function listSchemes(registry: { names(): readonly string[] }): readonly SchemeListing[] {
  return [...registry.names()].sort().flatMap((name) => {
    const status = statusOf(name);
    return status === undefined ? [] : [{ name, status, reference: ianaScheme(name)?.reference ?? [] }];
  });
}
