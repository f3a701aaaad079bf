import type { Connection, Remote, TlsFacts } from "@anyurl/core/exchange";

/**
 * An open connection of the transport and its peer. It outlasts its users: a pool keeps it while it is idle, and each
 * user has a ManagedConnection of its own. An idle link is read: unsolicited data, an end, or a reset makes it unusable.
 */
export class Link {
  /** The connection of the transport; after TLS has started, the one with TLS. */
  connection: Connection;
  readonly remote: Remote;
  /** Does the connection use TLS with the host? TLS with a proxy does not count. */
  isSecure: boolean;
  /** The receive that was started while the link was idle. It returns the first data of its next user. */
  received: Promise<Uint8Array | undefined> | undefined;
  /** Has something arrived while the link was idle? Then it is not usable. */
  hasReceived = false;
  #isClosed = false;
  #onLost: (() => void) | undefined;

  constructor(connection: Connection, remote: Remote, isSecure: boolean) {
    this.connection = connection;
    this.remote = remote;
    this.isSecure = isSecure;
  }

  get tls(): TlsFacts | undefined {
    return this.isSecure ? this.connection.tls : undefined;
  }

  /** Replaces the connection by one with TLS over it. */
  secured(connection: Connection): void {
    this.connection = connection;
    this.isSecure = true;
    if (this.#isClosed) connection.close();
  }

  /** Makes the connection idle until `takeUp`. Calls `onLost` if the peer closes it or sends data. */
  layDown(onLost: () => void): void {
    this.#onLost = onLost;
    this.connection.rest?.(true);
    this.received ??= this.connection.receive();
    const { received } = this;
    const lost = () => {
      if (this.received !== received) return;
      this.hasReceived = true;
      this.#onLost?.();
    };
    received.then(lost, lost);
  }

  takeUp(): void {
    this.#onLost = undefined;
    this.connection.rest?.(false);
  }

  close(): void {
    this.#isClosed = true;
    this.connection.close();
  }
}
