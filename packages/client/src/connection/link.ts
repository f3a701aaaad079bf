import type { Connection, Remote } from "@anyurl/core/exchange";

/**
 * An open connection of the transport and its peer. It outlasts its users: a pool keeps it while it is idle, and each
 * user has a ManagedConnection of its own.
 */
export interface Link {
  /** The connection of the transport; after TLS has started, the one with TLS. */
  connection: Connection;
  readonly remote: Remote;
  /** Does the connection use TLS with the host? TLS with a proxy does not count. */
  isSecure: boolean;
  /** The receive that was started while the link was idle. It returns the first data of its next user. */
  received?: Promise<Uint8Array | undefined> | undefined;
  /** Has something arrived while the link was idle? Then it is not usable. */
  hasReceived?: true;
}
