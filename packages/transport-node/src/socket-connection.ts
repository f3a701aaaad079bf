import type { Socket } from "node:net";
import { ALREADY_SENT, type Connection, type Phase, type TlsFacts } from "@anyurl/core/exchange";
import { HIDES_RESETS, hidesReset } from "./hidden-reset.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { type Sink, TlsCarrier } from "./tls-carrier.ts";

/** Shared: creating an error takes longer than closing a socket. */
const CLOSED: Error = new Error("the connection was closed");
const RESET = "the connection was reset";

/**
 * Maximum bytes of a write that counts as a command line, not as part of a body: it resolves without a turn of the
 * event loop.
 */
const LINE = 4096;
/**
 * Milliseconds of silence before the system is asked to check whether the peer is alive, and again until it does. Not
 * asked for at once: with its four system calls, that is 4 % of the processor time of a short connection.
 */
const SILENCE_MS = 15_000;

/**
 * A socket that is read on demand: beyond `maxBuffer` unread bytes it reads nothing more from the kernel, and the peer
 * has to wait. It listens for errors as long as it exists, so that no "error" event is unhandled.
 */
export class SocketConnection implements Connection {
  remote: { readonly address: string; readonly port: number };
  tls: TlsFacts | undefined;
  readonly #socket: Socket;
  readonly #maxBuffer: number;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #ended = false;
  /** How often something has been sent, up to 2. */
  #sends = 0;
  /** Whether a send since the last receive has resolved at once. */
  #sentAtOnce = false;
  #failure: Error | undefined;
  #paused = false;
  /** Settles the pending receive; `undefined` without one. */
  #resolve: ((octets: Uint8Array | undefined) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;
  /** Settles the pending {@link connected}. */
  #onConnected: (() => void) | undefined;
  /** Whether the last receive takes bytes on loan. */
  #lends = false;
  readonly #ahead: ReadAhead | undefined;
  /** The connection below TLS, if the socket is not a TCP socket itself. */
  #carrier: Connection | undefined;
  #resetsUnlessEnded = false;
  #endFailure: (() => Error | undefined) | undefined;
  /** Receives the bytes after the connection was released. */
  #sink: Sink | undefined;

  /** @param ahead the buffers for reading, if the socket does not use its own. */
  constructor(
    socket: Socket,
    remote: { readonly address: string; readonly port: number },
    maxBuffer: number,
    ahead?: ReadAhead,
  ) {
    this.#ahead = ahead;
    this.#socket = socket;
    this.remote = remote;
    this.#maxBuffer = maxBuffer;
    socket.on("error", (error) => {
      this.#fail(error);
      this.#sink?.destroy(error);
    });
    socket.on("end", () => {
      const failure = HIDES_RESETS && hidesReset(socket) ? new Error(RESET) : this.#endFailure?.();
      if (failure === undefined) this.#ended = true;
      else this.#fail(failure);
      this.#wakeUp();
      this.#sink?.feedEnd();
    });
    socket.on("close", () => {
      ahead?.close();
      // Without an "end" event before it, the connection was reset.
      if (!this.#ended) this.#fail(new Error(RESET));
      this.#wakeUp();
      this.#sink?.destroy();
    });
  }

  /**
   * Creates a connection for a socket that uses its own buffers.
   *
   * @param carrier the connection below TLS.
   * @param endFailure called at the end: returns the error, or `undefined` for a clean end.
   */
  static reading(
    socket: Socket,
    remote: SocketConnection["remote"],
    maxBuffer: number,
    carrier?: Connection,
    endFailure?: () => Error | undefined,
  ): SocketConnection {
    const connection = new SocketConnection(socket, remote, maxBuffer);
    connection.#carrier = carrier;
    connection.#endFailure = endFailure;
    // The `slice` of a Node Buffer does not copy, so hand out a plain Uint8Array.
    socket.on("data", ({ buffer, byteOffset, byteLength }: Buffer) => {
      if (!connection.take(new Uint8Array(buffer, byteOffset, byteLength))) socket.pause();
    });
    return connection;
  }

  /**
   * Resolves when TCP is connected. Rejects with the system's error or the abort reason, and then leaves no open
   * socket.
   */
  connected(signal: AbortSignal): Promise<this> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#fail(signal.reason);
        this.close();
      };
      const settle = () => {
        this.#onConnected = undefined;
        signal.removeEventListener("abort", onAbort);
        if (this.#failure === undefined) resolve(this);
        else reject(this.#failure);
      };
      this.#onConnected = settle;
      signal.addEventListener("abort", onAbort, { once: true });
      this.#socket.once("connect", settle);
    });
  }

  get local(): { readonly address: string } | undefined {
    const { localAddress } = this.#socket;
    return localAddress === undefined ? this.#carrier?.local : { address: localAddress };
  }

  /** Takes bytes from the socket. Returns false if the socket must stop reading until there is room. */
  take(octets: Uint8Array): boolean {
    if (this.#sink !== undefined) return this.#sink.feed(octets);
    this.#queue.push(octets);
    this.#queued += octets.length;
    return this.#goesOn();
  }

  /**
   * Like {@link take}, for the first `length` bytes of the read buffer: lends them to a pending receive, or keeps them
   * in the buffer if the reader takes loans; otherwise copies them.
   */
  lend(length: number): boolean {
    const resolve = this.#resolve;
    const ahead = this.#ahead!;
    if (this.#sink !== undefined) return this.#sink.feed(ahead.buffer.subarray(0, length));
    if (resolve !== undefined && this.#lends) {
      this.#resolve = undefined;
      resolve(ahead.lend(length));
      // The reader is done with the previous loan, so there is another buffer.
      return true;
    }
    // Keep the order: do not keep bytes in a buffer while copied ones wait in the queue.
    const waits = this.#lends && this.#queued === 0;
    if (!waits || !ahead.keep(length)) return this.take(ahead.buffer.slice(0, length));
    return this.#goesOn();
  }

  /** Wakes a pending receive. Returns whether there is room for more. */
  #goesOn(): boolean {
    this.#paused = this.unread >= this.#maxBuffer || this.#ahead?.hasRoom === false;
    this.#give();
    return !this.#paused;
  }

  /** The number of bytes that have arrived and not been received. */
  get unread(): number {
    return this.#queued + (this.#ahead?.size ?? 0);
  }

  /** Returns the socket to its next user. This connection cannot send or receive after that. */
  release(): Socket {
    this.#fail(new Error("the connection was released"));
    for (const send of [1, 2]) if (send > this.#sends) this.#setUp(send);
    return this.#socket;
  }

  /**
   * Like {@link release}, but returns a stream around the socket that shows the end of TCP. There must be no unread
   * bytes.
   */
  releaseCarrier(): TlsCarrier {
    const carrier = new TlsCarrier(this.release());
    this.#sink = carrier;
    return carrier;
  }

  send(octets: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const socket = this.#socket;
    if (this.#sends < 2) this.#setUp(++this.#sends);
    let settle: ((error?: Error | null) => void) | undefined;
    socket.write(octets, (error) => settle?.(error));
    const isTaken = socket.writableLength === 0 && socket.errored === null && !socket.destroyed;
    // Only one send resolves at once: a caller that only sends must return to the event loop so that other work can
    // run.
    if (isTaken && !this.#sentAtOnce && octets.length <= LINE) {
      this.#sentAtOnce = true;
      return ALREADY_SENT;
    }
    return new Promise((resolve, reject) => {
      settle = (error) => (error ? reject(this.#failure ?? error) : resolve());
    });
  }

  receive(_?: Phase, onLoan = false): Promise<Uint8Array | undefined> {
    this.#lends = onLoan;
    this.#sentAtOnce = false;
    this.#ahead?.settle();
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#give();
    });
  }

  /** Waits one turn of the event loop, so that what the system has is read. */
  async poll(): Promise<Uint8Array | undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#ahead?.settle();
    return this.#next(false);
  }

  /** Settles the pending receive if it need not wait for the peer. */
  #give(): void {
    const resolve = this.#resolve;
    if (resolve === undefined) return;
    const octets = this.#next(this.#lends);
    if (octets === undefined && this.#failure === undefined && !this.#ended) return;
    this.#resolve = undefined;
    if (octets === undefined && this.#failure !== undefined) this.#reject!(this.#failure);
    else resolve(octets);
  }

  /** Takes the next unread bytes, if any, and lets the socket read on if there is room. */
  #next(onLoan: boolean): Uint8Array | undefined {
    let octets = this.#ahead?.take(onLoan);
    if (octets === undefined && this.#queue.length > 0) {
      octets = this.#queue.shift()!;
      this.#queued -= octets.length;
    }
    if (this.#paused) this.#goOn();
    return octets;
  }

  /** Sends a FIN; over TLS a close_notify before it, so that the peer can distinguish the end from a truncation. */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure);
      else {
        this.#socket.end(() => {
          this.#tcp.#resetsUnlessEnded = false;
          resolve();
        });
      }
    });
  }

  /**
   * Makes a close without an end reset the connection. If TLS started with the first byte, Node cannot reset: the close
   * then omits the close_notify.
   */
  resetUnlessEnded(): void {
    this.#carrier?.resetUnlessEnded?.();
    this.#tcp.#resetsUnlessEnded = true;
  }

  /** The lowest connection that is a socket: only that one can be reset. */
  get #tcp(): SocketConnection {
    return this.#carrier instanceof SocketConnection ? this.#carrier.#tcp : this;
  }

  rest(resting: boolean): void {
    // The socket of TLS over a stream does not keep the process alive, but the one below it does.
    this.#carrier?.rest?.(resting);
    if (resting) this.#socket.unref();
    else this.#socket.ref();
  }

  close(): void {
    this.#failure ??= CLOSED;
    this.#queue = [];
    this.#queued = 0;
    this.#ahead?.drop();
    const tcp = this.#tcp;
    // Do not destroy the upper socket as well: TLS closes with its socket, and Node crashes if both close at once.
    if (tcp.#resetsUnlessEnded && !("encrypted" in tcp.#socket) && !isShutDown(tcp.#socket))
      tcp.#socket.resetAndDestroy();
    else this.#socket.destroy();
    this.#wakeUp();
  }

  /**
   * Sets socket options before the first and the second send: most data connections never send, many others send one
   * request, and each option is a system call.
   */
  #setUp(send: number): void {
    const socket = this.#socket;
    // Only a segment after one that was not yet acknowledged would be delayed (RFC 896). TLS has sent its handshake.
    if (send === 2 || "encrypted" in socket) socket.setNoDelay(true);
    // A control connection is silent during a transfer: a firewall or NAT must not drop it as dead.
    if (send === 1) socket.setTimeout(SILENCE_MS, () => socket.setKeepAlive(true, SILENCE_MS));
  }

  #goOn(): void {
    // Resume only when half of it has been read: pausing and resuming for each read costs more than the reading.
    if (this.unread > this.#maxBuffer / 2 || this.#ahead?.hasRoom === false) return;
    this.#paused = false;
    this.#socket.resume();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wakeUp();
  }

  /** Settles the pending receive or {@link connected}, if any. */
  #wakeUp(): void {
    this.#onConnected?.();
    this.#give();
  }
}

/** Is everything sent, and the end, too? Node.js cannot reset such a socket, and would never close it ("reset EINVAL"). */
function isShutDown(socket: Socket): boolean {
  return socket.writableEnded && socket.writableLength === 0;
}
