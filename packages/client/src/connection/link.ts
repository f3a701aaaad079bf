import type { Connection, Remote, TlsFacts } from "@anyurl/core/exchange";
import type { Poolable } from "./pool.ts";

/**
 * An open connection of the transport and its peer. It outlasts its users: a pool keeps it while it is idle, and each
 * user has a ManagedConnection of its own. An idle link is read: unsolicited data, an end, or a reset makes it unusable.
 */
export class Link implements Poolable {
  readonly remote: Remote;
  #connection: Connection;
  /** Does the connection use TLS with the host? TLS with a proxy does not count. */
  #isSecure: boolean;
  #closed = false;
  /** The receive that was started while the link was idle. It returns the first data. */
  #received: Promise<Uint8Array | undefined> | undefined;
  /** Has something arrived while the link was idle? */
  #hasReceived = false;
  #onLost: (() => void) | undefined;

  constructor(connection: Connection, remote: Remote, isSecure: boolean) {
    this.#connection = connection;
    this.remote = remote;
    this.#isSecure = isSecure;
  }

  /** The connection of the transport; after TLS has started, the one with TLS. */
  get connection(): Connection {
    return this.#connection;
  }

  get isSecure(): boolean {
    return this.#isSecure;
  }

  get tls(): TlsFacts | undefined {
    return this.#isSecure ? this.#connection.tls : undefined;
  }

  /** Replaces the connection by one with TLS over it. */
  secured(connection: Connection): void {
    this.#connection = connection;
    this.#isSecure = true;
    if (this.#closed) connection.close();
  }

  /** Takes the receive that was started while the link was idle, if any. */
  takeHeard(): Promise<Uint8Array | undefined> | undefined {
    const received = this.#received;
    this.#received = undefined;
    return received;
  }

  /** Returns data that has arrived without waiting for it; `undefined` without such data, or if the connection does not know. */
  async poll(): Promise<Uint8Array | undefined> {
    return this.#received === undefined ? this.#connection.poll?.() : undefined;
  }

  layDown(onLost: () => void): void {
    this.#onLost = onLost;
    this.#connection.rest?.(true);
    this.#received ??= this.#connection.receive();
    const received = this.#received;
    const lost = () => {
      if (this.#received !== received) return;
      this.#hasReceived = true;
      this.#onLost?.();
    };
    received.then(lost, lost);
  }

  isGood(): boolean {
    return !this.#hasReceived;
  }

  takeUp(): void {
    this.#onLost = undefined;
    this.#connection.rest?.(false);
  }

  close(): void {
    this.#closed = true;
    this.#connection.close();
  }
}
