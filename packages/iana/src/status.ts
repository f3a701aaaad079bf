import { schemeNameKind } from "@anyurl/core";
import { findIanaScheme, type IanaStatus } from "./schemes.ts";

/** The registration status of a name, or what the name itself implies. */
export type SchemeStatus = IanaStatus | "experimental" | "private" | "unregistered";

/** Returns the status of a name; `undefined` if it is not a scheme by RFC 3986 §3.1. */
export function schemeStatus(name: string): SchemeStatus | undefined {
  const kind = schemeNameKind(name);
  return findIanaScheme(name)?.status ?? (kind === "other" ? "unregistered" : kind);
}

/** A scheme of a registry with its IANA data. */
export interface SchemeListing {
  readonly name: string;
  readonly status: SchemeStatus;
  /** Empty if it is not registered. */
  readonly reference: readonly string[];
}

/** Lists the schemes of a registry by name, each with status and reference. Invalid names are left out. */
export function listSchemes(registry: { names(): readonly string[] }): readonly SchemeListing[] {
  return [...registry.names()].sort().flatMap((name) => {
    const status = schemeStatus(name);
    return status === undefined ? [] : [{ name, status, reference: findIanaScheme(name)?.reference ?? [] }];
  });
}
