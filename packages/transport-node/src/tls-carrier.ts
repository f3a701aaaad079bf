import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** Receives the bytes of a connection after it was released. */
export interface Sink {
  /** Takes bytes and does not use them after it returns. Returns false if the socket must stop reading. */
  feed(octets: Uint8Array): boolean;
  /** Handles the FIN of the peer. */
  feedEnd(): void;
  destroy(error?: Error): void;
}

/**
 * The stream between a socket and the TLS over it, which shows the end of TCP separately from the end of TLS. The bytes
 * go straight to Node's TLS, which copies them at once: the queue of a stream would take another 10 to 20 % of the
 * time.
 */
export class TlsCarrier extends Duplex implements Sink {
  readonly #socket: Socket;
  #isPaused = true;

  constructor(socket: Socket) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    // Paused at first: a listener for "data" must call `resume`.
    super.pause();
  }

  override pause(): this {
    this.#isPaused = true;
    return this;
  }

  override resume(): this {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    return this;
  }

  feed(octets: Uint8Array): boolean {
    if (this.destroyed) return false;
    this.emit("data", octets);
    return !this.#isPaused;
  }

  feedEnd(): void {
    if (!this.destroyed) this.emit("end");
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    const last = chunks.length - 1;
    this.#socket.cork();
    chunks.forEach(({ chunk }, i) => {
      this.#socket.write(chunk, i === last ? done : undefined);
    });
    this.#socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
