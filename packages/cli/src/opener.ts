import type { WalkOptions } from "@anyurl/client";
import type { CallOptions, Url } from "anyurl";
import type { Opener, OpenOptions, VerbSettings } from "./configured-client.ts";
import type { Io } from "./io.ts";

export type { Copied, Opener, OpenOptions, VerbSettings } from "./configured-client.ts";

/** Options of every command that reads a tree. */
export interface TreeOptions {
  /** Include everything below the directory. */
  readonly recursive?: boolean;
  /** Follow entries that lead to other servers. */
  readonly spanHosts?: boolean;
}

/** Returns the options of a walk. */
export function walkOptions({ spanHosts }: TreeOptions): WalkOptions {
  return spanHosts === true ? { span: "hosts" } : {};
}

/** Keep the connection in the pool for the next call, so that many calls need one login. In milliseconds. */
export const POOLED_CONNECTIONS: VerbSettings = { connections: { idle: 5_000 } };

/**
 * Runs work with a client that has the credentials, proxies, policy, and options of this run. The client is loaded
 * here, because a command line that opens nothing, such as --help, should not wait for it.
 *
 * @throws {UsageError} an option does not belong to a scheme. @throws {LocalError} bad-policy, bad-proxy.
 */
export async function withClient<R>(
  urls: readonly Url[],
  options: OpenOptions,
  io: Io,
  work: (opener: Opener, call: CallOptions) => Promise<R>,
  own: VerbSettings = {},
): Promise<R> {
  const { runWithClient } = await import("./configured-client.ts");
  return runWithClient(urls, options, io, work, own);
}
