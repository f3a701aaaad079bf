import type { Connection, TlsFacts } from "@anyurl/core/exchange";
import type { WorkerdSocket } from "./socket.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = Promise<Uint8Array | undefined>;

/**
 * A socket of workerd as a connection. The runtime reads from the network only what is requested, so that the peer has to
 * wait. It cannot reset a connection, so there is no `resetUnlessEnded`.
 */
export class WorkerdConnection implements Connection {
  readonly remote: { readonly address: string; readonly port: number };
  readonly tls: TlsFacts | undefined;
  readonly #socket: WorkerdSocket;
  readonly #reader: Reader;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  /** A read that {@link poll} has begun, and no receive has taken. */
  #begun: Read | undefined;
  #failure: Error | undefined;
  /** Rejects the pending receive. */
  #reject: ((error: Error) => void) | undefined;

  constructor(socket: WorkerdSocket, remote: WorkerdConnection["remote"], tls?: TlsFacts) {
    this.#socket = socket;
    this.remote = remote;
    this.tls = tls;
    this.#reader = socket.readable.getReader();
    this.#writer = socket.writable.getWriter();
    // Reported by the calls instead.
    for (const promise of [this.#reader.closed, this.#writer.closed, socket.closed]) promise.catch(() => {});
  }

  async send(octets: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#writer.write(octets);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  receive(): Read {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const read = this.#begun ?? this.#read();
    this.#begun = undefined;
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      read.then(resolve, reject);
    });
  }

  /** Waits one turn of the event loop, so that what has arrived is read. */
  async poll(): Read {
    if (this.#failure !== undefined) return undefined;
    const read = this.#begun ?? this.#read();
    this.#begun = read;
    const later = new Promise<undefined>((resolve) => setTimeout(resolve, 0));
    const octets = await Promise.race([read.catch(() => undefined), later]);
    // The next receive reports the end, or the error.
    if (octets !== undefined) this.#begun = undefined;
    return octets;
  }

  async end(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#writer.close();
    } catch (error) {
      throw this.#fail(error);
    }
  }

  close(): void {
    this.#failure ??= new Error("the connection was closed");
    this.#reject?.(this.#failure);
    // The socket alone does not close as long as a read or a write could go on.
    for (const promise of [this.#reader.cancel(), this.#writer.close(), this.#socket.close(), this.#begun])
      promise?.catch(() => {});
  }

  /**
   * Returns the socket to its next user. This connection cannot send or receive after that.
   *
   * @returns `undefined` if bytes may have been read that no receive has taken.
   */
  release(): WorkerdSocket | undefined {
    if (this.#failure !== undefined || this.#begun !== undefined) return undefined;
    this.#failure = new Error("the connection was released");
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    return this.#socket;
  }

  async #read(): Read {
    try {
      const { done, value } = await this.#reader.read();
      return done ? undefined : value;
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #fail(error: unknown): Error {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    return this.#failure;
  }
}
