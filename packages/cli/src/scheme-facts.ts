import type { OperationName } from "@anyurl/core";
import type { Scheme } from "anyurl";
import type { LoadedConfig } from "./config/load-config.ts";
import { withLoadTimeout } from "./config/load-timeout.ts";
import type { PluginSource } from "./config/plugins.ts";
import { formatReason } from "./config/reason.ts";
import { readVersion } from "./version.ts";

/** A supported scheme and its operations. */
export interface SchemeFacts {
  readonly name: string;
  readonly port: number | undefined;
  readonly operations: readonly OperationName[];
  readonly cite: readonly string[];
  readonly examples: Scheme["examples"];
  /** "built-in": it is part of anyurl. "config": a config file has it as a value. "package": an installed plugin. */
  readonly origin: "built-in" | "config" | "package";
  /** The package, and its version. A value of a config file has none. */
  readonly package?: string;
  readonly version?: string;
  /** The plugin of the config that added it; absent for schemes of anyurl. */
  readonly plugin?: string;
  /** The reason if its plugin does not load. */
  readonly fault?: string;
}

/** All operations, the common ones first. */
export const OPERATIONS: readonly OperationName[] = [
  ...(["get", "list", "stat", "search", "put", "append", "remove", "rename", "makeDirectory"] as const),
  ...(["send", "open", "request"] as const),
];

/** Describes a scheme. Its operations are the exports of its access module. */
export async function schemeFacts(
  name: string,
  scheme: Scheme,
  configured?: LoadedConfig,
): Promise<SchemeFacts> {
  const { cite } = scheme;
  const source = originOf(configured?.from.get(scheme));
  const examples = scheme.examples.filter(({ url }) => url.startsWith(`${name}:`));
  try {
    const access: object = (await withLoadTimeout(Promise.resolve(scheme.access?.()))) ?? {};
    const operations = OPERATIONS.filter((operation) => operation in access);
    const port = scheme.defaultPort(name);
    return { name, port, operations, cite, examples, ...source };
  } catch (error) {
    const fault = formatReason(error);
    return { name, port: undefined, operations: [], cite, examples, ...source, fault };
  }
}

function originOf(
  source: PluginSource | undefined,
): Pick<SchemeFacts, "origin" | "package" | "version" | "plugin"> {
  if (source === undefined) return { origin: "built-in", package: "anyurl", version: readVersion() };
  const { name: plugin, package: name, version } = source;
  if (name === undefined) return { origin: "config", plugin };
  return { origin: "package", package: name, ...(version !== undefined && { version }), plugin };
}
