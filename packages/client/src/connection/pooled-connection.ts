import type { Connection, Phase, Remote, SecureOptions, TlsFacts } from "@anyurl/core/exchange";
import type { Poolable } from "./pool.ts";

/**
 * A connection that can be idle in the pool. It is read meanwhile: unsolicited data, an end, or a reset makes it
 * unusable.
 */
export class PooledConnection implements Connection, Poolable {
  readonly #connection: Connection;
  #heard: Promise<Uint8Array | undefined> | undefined;
  #onLost: (() => void) | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get remote(): Remote {
    return this.#connection.remote;
  }

  get local(): Connection["local"] {
    return this.#connection.local;
  }

  get tls(): TlsFacts | undefined {
    return this.#connection.tls;
  }

  send(octets: Uint8Array, secret?: boolean): Promise<void> {
    return this.#connection.send(octets, secret);
  }

  receive(phase?: Phase, onLoan?: boolean): Promise<Uint8Array | undefined> {
    // The receive that was started while the connection was idle returns the first data.
    const heard = this.#heard ?? this.#connection.receive(phase, onLoan);
    this.#heard = undefined;
    return heard;
  }

  async poll(): Promise<Uint8Array | undefined> {
    // The receive that was started while the connection was idle returns data that has arrived.
    return this.#heard === undefined ? this.#connection.poll?.() : undefined;
  }

  async secure(options?: SecureOptions): Promise<void> {
    await this.#connection.secure?.(options);
  }

  async end(): Promise<void> {
    if (this.#connection.end === undefined) this.close();
    else await this.#connection.end();
  }

  layDown(onLost: () => void): void {
    this.#onLost = onLost;
    this.#connection.rest?.(true);
    this.#heard ??= this.#connection.receive();
    const lost = () => this.#onLost?.();
    this.#heard.then(lost, lost);
  }

  takeUp(): void {
    this.#onLost = undefined;
    this.#connection.rest?.(false);
  }

  close(): void {
    this.#connection.close();
  }
}
