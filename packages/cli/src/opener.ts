import type { WalkOptions } from "@anyurl/client";
import type { ClientRequest, OpenedClient, OpenOptions } from "./configured-client.ts";

export type { Copied, OpenedClient, Opener, OpenOptions } from "./configured-client.ts";

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

/**
 * Runs work with a client that has the credentials, proxies, policy, and options of this run. The client is loaded
 * here, because a command line that opens nothing, such as --help, should not wait for it.
 *
 * @throws {UsageError} an option does not belong to a scheme. @throws {LocalError} bad-policy, bad-proxy.
 */
export async function withClient<O extends OpenOptions, R>(
  request: ClientRequest<O>,
  work: (client: OpenedClient<O>) => Promise<R>,
): Promise<R> {
  const { runWithClient } = await import("./configured-client.ts");
  return runWithClient(request, work);
}
