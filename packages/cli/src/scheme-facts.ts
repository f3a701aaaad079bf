import type { OperationName } from "@anyurl/core";
import type { Scheme } from "anyurl";
import type { LoadedConfig } from "./config/load-config.ts";
import { withLoadTimeout } from "./config/load-timeout.ts";
import { formatReason } from "./config/reason.ts";

/** A supported scheme and its operations. */
export interface SchemeFacts {
  readonly name: string;
  readonly port: number | undefined;
  readonly operations: readonly OperationName[];
  readonly cite: readonly string[];
  readonly examples: Scheme["examples"];
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
  const plugin = configured?.from.get(scheme);
  const examples = scheme.examples.filter(({ url }) => url.startsWith(`${name}:`));
  try {
    const access: object = (await withLoadTimeout(Promise.resolve(scheme.access?.()))) ?? {};
    const operations = OPERATIONS.filter((operation) => operation in access);
    const port = scheme.defaultPort(name);
    return { name, port, operations, cite, examples, ...(plugin !== undefined && { plugin }) };
  } catch (error) {
    const fault = formatReason(error);
    return { name, port: undefined, operations: [], cite, examples, ...(plugin && { plugin }), fault };
  }
}
