import type { Socket } from "node:net";
import { ALREADY_SENT, type Connection, type Phase, type TlsFacts } from "@anyurl/core/exchange";
import type { ReadAhead } from "./read-ahead.ts";
import { type Sink, TlsCarrier } from "./tls-carrier.ts";

/** One for all: making an error takes longer than closing a socket. */
const CLOSED: Error = new Error("the connection was closed");

/** Octets of what is a line, and no part of a long body: whoever sends them goes on without a turn of the event loop. */
const LINE = 4096;
/** Milliseconds of silence before the system asks whether a peer is there. */
const KEEP_ALIVE = 30_000;

/**
 * A socket that is read when somebody asks: beyond `maxBuffer` unread octets nothing more is taken from the
 * kernel, and the peer has to wait. Listens for errors all its life, so that none is ever a stray exception.
 */
export class SocketConnection implements Connection {
  remote: { readonly address: string; readonly port: number };
  tls: TlsFacts | undefined;
  readonly #socket: Socket;
  readonly #maxBuffer: number;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #ended = false;
  /** Has anything been sent? */
  #speaks = false;
  /** Has anything been sent, since something was received last, that nobody had to wait for? */
  #sentAtOnce = false;
  #failure: Error | undefined;
  #paused = false;
  /** A receive that waits. */
  #wake: (() => void) | undefined;
  /** A receive that waits, and takes octets on loan. */
  #borrower: ((octets: Uint8Array) => void) | undefined;
  /** Does whoever receives take octets on loan? */
  #lends = false;
  readonly #ahead: ReadAhead | undefined;
  /** What TLS is spoken over, where the socket is not one of TCP itself. */
  #carrier: Connection | undefined;
  #resetsUnlessEnded = false;
  #endFailure: (() => Error | undefined) | undefined;
  /** Where the bytes go since the connection was released. */
  #sink: Sink | undefined;

  /** @param ahead what the socket is read into, where it is not the socket's own. */
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
      const failure = this.#endFailure?.();
      if (failure === undefined) this.#ended = true;
      else this.#fail(failure);
      this.#wakeUp();
      this.#sink?.feedEnd();
    });
    socket.on("close", () => {
      ahead?.close();
      // Without an "end" before it, the connection was not closed but broken off.
      if (!this.#ended) this.#fail(new Error("the connection was broken off"));
      this.#wakeUp();
      this.#sink?.destroy();
    });
  }

  /**
   * Of a socket that has buffers of its own.
   *
   * @param carrier the connection that TLS is spoken over.
   * @param endFailure called at the end: the error that it is, or `undefined` for a clean one.
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
    // A Buffer of Node's has a `slice` that does not copy: what is handed out is a plain array.
    socket.on("data", ({ buffer, byteOffset, byteLength }: Buffer) => {
      if (!connection.take(new Uint8Array(buffer, byteOffset, byteLength))) socket.pause();
    });
    return connection;
  }

  /** Resolves when TCP is up. Rejects with the system's error, or the reason of the abort, and leaves no socket then. */
  connected(signal: AbortSignal): Promise<this> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#fail(signal.reason);
        this.close();
      };
      this.#wake = () => {
        signal.removeEventListener("abort", onAbort);
        if (this.#failure === undefined) resolve(this);
        else reject(this.#failure);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#socket.on("connect", () => this.#wakeUp());
    });
  }

  get local(): { readonly address: string } | undefined {
    const { localAddress } = this.#socket;
    return localAddress === undefined ? this.#carrier?.local : { address: localAddress };
  }

  /** Takes octets in; false when the socket shall stop reading until there is room. */
  take(octets: Uint8Array): boolean {
    if (this.#sink !== undefined) return this.#sink.feed(octets);
    this.#queue.push(octets);
    this.#queued += octets.length;
    return this.#goesOn();
  }

  /**
   * As {@link take}, of the first octets of the buffer to read into: somebody borrows them, or they wait there for one who
   * does; else they are copied.
   */
  lend(length: number): boolean {
    const give = this.#borrower;
    const ahead = this.#ahead!;
    if (this.#sink !== undefined) return this.#sink.feed(ahead.buffer.subarray(0, length));
    if (give !== undefined) {
      this.#borrower = undefined;
      this.#wake = undefined;
      give(ahead.lend(length));
      // Whoever waits has done with what was lent before, so that there is another buffer.
      return true;
    }
    // Octets are read in the order in which they came: none are kept before those that were copied.
    const waits = this.#lends && this.#queued === 0;
    if (!waits || !ahead.keep(length)) return this.take(ahead.buffer.slice(0, length));
    return this.#goesOn();
  }

  /** Is there room for more? Somebody may wait for what has come. */
  #goesOn(): boolean {
    this.#paused = this.unread >= this.#maxBuffer || this.#ahead?.hasRoom === false;
    this.#wakeUp();
    return !this.#paused;
  }

  /** Octets that have arrived, and that nobody has received. */
  get unread(): number {
    return this.#queued + (this.#ahead?.size ?? 0);
  }

  /** Hands the socket over to whoever goes on with it; here nothing more is sent or received. */
  release(): Socket {
    this.#fail(new Error("the connection is in other hands"));
    this.#beginToSpeak();
    return this.#socket;
  }

  /** As {@link release}, with a stream between, at which the end of TCP is seen. Nothing has arrived that is unread. */
  releaseCarrier(): TlsCarrier {
    const carrier = new TlsCarrier(this.release());
    this.#sink = carrier;
    return carrier;
  }

  send(octets: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#speaks) this.#beginToSpeak();
    const socket = this.#socket;
    let settle: ((error?: Error | null) => void) | undefined;
    socket.write(octets, (error) => settle?.(error));
    const isTaken = socket.writableLength === 0 && socket.errored === null && !socket.destroyed;
    // Once: whoever only sends must come back to the event loop, or nobody else has a turn.
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
    return new Promise((resolve, reject) => this.#give(onLoan, resolve, reject));
  }

  /** After one turn of the event loop: what the system has by then is read. */
  async poll(): Promise<Uint8Array | undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#ahead?.settle();
    const bytes = this.#ahead?.take(false) ?? this.#shift();
    if (bytes !== undefined) this.#goOn();
    return bytes;
  }

  /** The next octets, at once or as soon as there are any. */
  #give(
    onLoan: boolean,
    resolve: (octets: Uint8Array | undefined) => void,
    reject: (error: Error) => void,
  ): void {
    const octets = this.#ahead?.take(onLoan) ?? this.#shift();
    if (octets !== undefined) {
      this.#goOn();
      resolve(octets);
    } else if (this.#failure !== undefined) reject(this.#failure);
    else if (this.#ended) resolve(undefined);
    else {
      this.#wake = () => {
        this.#borrower = undefined;
        this.#give(onLoan, resolve, reject);
      };
      if (onLoan) this.#borrower = resolve;
      this.#goOn();
    }
  }

  #shift(): Uint8Array | undefined {
    if (this.#queue.length === 0) return undefined;
    const octets = this.#queue.shift()!;
    this.#queued -= octets.length;
    return octets;
  }

  /** A FIN; over TLS a close_notify before it, so that the peer can tell the end from a cut. */
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

  /** Where TLS was there from the first octet Node cannot reset: a close has no close_notify then. */
  resetUnlessEnded(): void {
    this.#carrier?.resetUnlessEnded?.();
    this.#tcp.#resetsUnlessEnded = true;
  }

  /** The lowest connection that is a socket: it is what can be reset. */
  get #tcp(): SocketConnection {
    return this.#carrier instanceof SocketConnection ? this.#carrier.#tcp : this;
  }

  rest(resting: boolean): void {
    // The socket of TLS over a stream does not hold the process, but what is below it does.
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
    // What is over it is not destroyed as well: TLS closes with its socket, and Node crashes where both go at once.
    if (tcp.#resetsUnlessEnded && !("encrypted" in tcp.#socket)) tcp.#socket.resetAndDestroy();
    else this.#socket.destroy();
    this.#wakeUp();
  }

  /** Most data connections never come to this, and each of these is a call of the system. */
  #beginToSpeak(): void {
    this.#speaks = true;
    this.#socket.setNoDelay(true);
    // A control connection is silent while data flow: what stands between must not take it for dead.
    this.#socket.setKeepAlive(true, KEEP_ALIVE);
  }

  #goOn(): void {
    // Not before half of it is read: starting and stopping the socket for each read costs more than the reading.
    if (!this.#paused || this.unread > this.#maxBuffer / 2 || this.#ahead?.hasRoom === false) return;
    this.#paused = false;
    this.#socket.resume();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wakeUp();
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
