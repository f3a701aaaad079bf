import type { Socket } from "node:net";
import { type Connection, type Phase, SENT, type TlsFacts } from "@anyurl/core/exchange";
import { giveBack } from "./read-buffer.ts";

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
  /** Octets are on loan: the buffer they lie in must not be read into. */
  #lent = false;
  #buffer: Uint8Array | undefined;

  /** @param buffer what the socket is read into, if there is one such. */
  constructor(
    socket: Socket,
    remote: { readonly address: string; readonly port: number },
    maxBuffer: number,
    buffer?: Uint8Array,
  ) {
    this.#buffer = buffer;
    this.#socket = socket;
    this.remote = remote;
    this.#maxBuffer = maxBuffer;
    socket.on("error", (error) => this.#fail(error));
    socket.on("end", () => {
      this.#ended = true;
      this.#wakeUp();
    });
    socket.on("close", () => {
      if (this.#buffer !== undefined && !this.#lent) giveBack(this.#buffer);
      this.#buffer = undefined;
      // Without an "end" before it, the connection was not closed but broken off.
      if (!this.#ended) this.#fail(new Error("the connection was broken off"));
      this.#wakeUp();
    });
  }

  get local(): { readonly address: string } | undefined {
    const { localAddress } = this.#socket;
    return localAddress === undefined ? undefined : { address: localAddress };
  }

  /** Takes octets in; false when the socket shall stop reading until there is room. */
  take(octets: Uint8Array): boolean {
    this.#queue.push(octets);
    this.#queued += octets.length;
    this.#paused = this.#queued >= this.#maxBuffer;
    this.#wakeUp();
    return !this.#paused;
  }

  /** As {@link take}, of octets that lie in the buffer of the socket: they are copied, unless somebody borrows them. */
  lend(octets: Uint8Array): boolean {
    const give = this.#borrower;
    if (give === undefined) return this.take(octets.slice());
    this.#borrower = undefined;
    this.#wake = undefined;
    this.#lent = true;
    this.#paused = true;
    give(octets);
    return false;
  }

  /** Octets that have arrived, and that nobody has received. */
  get unread(): number {
    return this.#queued;
  }

  /** Hands the socket over to whoever goes on with it; here nothing more is sent or received. */
  release(): Socket {
    this.#fail(new Error("the connection is in other hands"));
    this.#beginToSpeak();
    return this.#socket;
  }

  send(octets: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#speaks) this.#beginToSpeak();
    const socket = this.#socket;
    let settle: ((error?: Error | null) => void) | undefined;
    socket.write(octets, (error) => settle?.(error));
    // Once: whoever only sends must come back to the event loop, or nobody else has a turn.
    if (
      !this.#sentAtOnce &&
      octets.length <= LINE &&
      socket.writableLength === 0 &&
      socket.errored === null
    ) {
      this.#sentAtOnce = true;
      return SENT;
    }
    return new Promise((resolve, reject) => {
      settle = (error) => (error ? reject(this.#failure ?? error) : resolve());
    });
  }

  receive(_?: Phase, onLoan = false): Promise<Uint8Array | undefined> {
    this.#lent = false;
    this.#sentAtOnce = false;
    return new Promise((resolve, reject) => this.#give(onLoan, resolve, reject));
  }

  /** The next octets, at once or as soon as there are any. */
  #give(
    onLoan: boolean,
    resolve: (octets: Uint8Array | undefined) => void,
    reject: (error: Error) => void,
  ): void {
    const octets = this.#queue.shift();
    if (octets !== undefined) {
      this.#queued -= octets.length;
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

  /** A FIN; over TLS a close_notify before it, so that the peer can tell the end from a cut. */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure);
      else this.#socket.end(() => resolve());
    });
  }

  rest(resting: boolean): void {
    if (resting) this.#socket.unref();
    else this.#socket.ref();
  }

  close(): void {
    this.#failure ??= CLOSED;
    this.#queue = [];
    this.#queued = 0;
    this.#socket.destroy();
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
    if (!this.#paused || this.#queued > this.#maxBuffer / 2) return;
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
