import { AccessError } from "@anyurl/core";
import type { Connection, Phase, Remote, SecureOptions, TlsFacts } from "@anyurl/core/exchange";

/** A connection and its remote endpoint. */
export interface DialResult {
  readonly connection: Connection;
  readonly remote: Remote;
  /** Does the connection use TLS with the host? */
  readonly isSecure: boolean;
}

/** A connection that knows its target host, so that it can start TLS later. */
export class DialedConnection implements Connection {
  readonly remote: Remote;
  readonly #secured: (connection: Connection, options?: SecureOptions) => Promise<Connection>;
  #connection: Connection;
  /** Does the connection use TLS with the host? TLS with a proxy does not count. */
  #isSecure: boolean;
  #closed = false;

  /** @param secured starts TLS with the dialed host, and closes the connection if that fails. */
  constructor(
    { connection, remote, isSecure }: DialResult,
    secured: (connection: Connection, options?: SecureOptions) => Promise<Connection>,
  ) {
    this.#connection = connection;
    this.remote = remote;
    this.#isSecure = isSecure;
    this.#secured = secured;
  }

  get local(): Connection["local"] {
    return this.#connection.local;
  }

  get tls(): TlsFacts | undefined {
    return this.#isSecure ? this.#connection.tls : undefined;
  }

  send(octets: Uint8Array): Promise<void> {
    return this.#connection.send(octets);
  }

  receive(phase?: Phase, onLoan?: boolean): Promise<Uint8Array | undefined> {
    return this.#connection.receive(phase, onLoan);
  }

  async poll(): Promise<Uint8Array | undefined> {
    return this.#connection.poll?.();
  }

  async secure(options?: SecureOptions): Promise<void> {
    if (this.#isSecure) throw new AccessError("plugin-fault", "this connection already uses TLS");
    const connection = await this.#secured(this.#connection, options);
    this.#connection = connection;
    this.#isSecure = true;
    if (this.#closed) connection.close();
  }

  async end(): Promise<void> {
    if (this.#connection.end === undefined) this.close();
    else await this.#connection.end();
  }

  resetUnlessEnded(): void {
    this.#connection.resetUnlessEnded?.();
  }

  rest(resting: boolean): void {
    this.#connection.rest?.(resting);
  }

  close(): void {
    this.#closed = true;
    this.#connection.close();
  }
}
