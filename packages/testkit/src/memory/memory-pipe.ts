import { AccessError, octetsOf } from "@anyurl/core";
import { type Connection, copyBytes, type TlsFacts, type TransportEndpoint } from "@anyurl/core/exchange";
import { ReusedMemory } from "../access/reused-memory.ts";

/** The server's end of a connection in memory. */
export interface MemoryPeer {
  /** The address and port that were dialled. */
  readonly local: { readonly address: string; readonly port: number };
  /** The name that the client wants to see in a certificate; `undefined` without TLS. */
  readonly serverName: string | undefined;
  /** Has neither side broken it off, or the client closed it? */
  readonly open: boolean;
  /** Resolves when it is open no more. */
  readonly closed: Promise<void>;
  /** Resolves when there is room for more: beyond `maxBuffer` unread octets the peer waits. @throws EPIPE */
  send(octets: Uint8Array | string): Promise<void>;
  /**
   * The next octets; `undefined` once the client has closed, or has said that it sends no more.
   *
   * @throws ECONNRESET: the client has reset it.
   */
  receive(): Promise<Uint8Array | undefined>;
  /** Resolves when the client has begun TLS, or has left: what the server says next is under it. */
  secure(): Promise<void>;
  /** Says no more, and still listens: under TLS by a close_notify. */
  end(): void;
  /** As `end`, but under TLS without a close_notify, as an attacker or a careless server does it. */
  cut(): void;
  /** Breaks the connection off. What was said before is still read. */
  reset(): void;
}

/** What a connection in memory has carried. */
export interface MemoryTraffic {
  readonly endpoint: TransportEndpoint;
  /** What the client has sent, piece by piece. */
  readonly sent: readonly Uint8Array[];
  /** How many of these pieces went out in the clear. */
  readonly clear: number;
  /** Is TLS up, from the first octet or since it was begun? */
  readonly secured: boolean;
  /** Octets that the client has taken out. */
  readonly taken: number;
  /** The most octets that have ever waited to be taken out. */
  readonly peak: number;
  /** The most octets of the client that have ever waited for the server to take them. */
  readonly sentPeak: number;
  /** Has the client not closed it? */
  readonly open: boolean;
}

/** What one has said and the other has not yet read. */
interface Flow {
  readonly queue: Uint8Array[];
  size: number;
  /** Nothing follows. */
  ended: boolean;
}

/** The client's end. */
export interface MemoryConnection extends Connection {
  readonly pipe: MemoryPipe;
}

/** What a handshake in memory finds out: there is nothing to be seen of keys. */
const FACTS: TlsFacts = { protocol: "TLSv1.3", authorized: true, fingerprint: "00" };
const PROVING_FACTS: TlsFacts = { ...FACTS, closeNotify: true };

/**
 * A connection in memory: what `Connection` promises of a socket holds for it. Octets arrive as they were cut when
 * they were sent, each reader gets a copy of its own, or what is on loan, which is gone with the next receive, and either
 * side waits when the other does not read.
 */
export class MemoryPipe implements MemoryTraffic {
  readonly endpoint: TransportEndpoint;
  readonly sent: Uint8Array[] = [];
  readonly client: MemoryConnection;
  readonly peer: MemoryPeer;
  readonly #down: Flow = { queue: [], size: 0, ended: false };
  readonly #up: Flow = { queue: [], size: 0, ended: false };
  readonly #waiting: Set<() => void> = new Set();
  #taken = 0;
  #peak = 0;
  #sentPeak = 0;
  #clear = 0;
  #closed = false;
  #reset = false;
  #resetsUnlessEnded = false;
  #tls: boolean;
  /** Does the client tell a close_notify from a close without one? */
  #closeNotify: boolean;
  /** Has the server closed without a close_notify? */
  #cut = false;
  /** Does the server await a handshake? */
  #awaitsTls = false;

  /** @param mayFail called before each thing that the client does; what it throws, the client gets. */
  constructor(endpoint: TransportEndpoint, mayFail: () => void) {
    this.endpoint = endpoint;
    const { address, port, maxBuffer, tls } = endpoint;
    this.#tls = tls !== undefined;
    this.#closeNotify = tls?.closeNotify === true;
    const pipe = this;
    const memory = new ReusedMemory();
    this.client = {
      pipe,
      remote: { address, port },
      get tls() {
        if (!pipe.#tls) return undefined;
        return pipe.#closeNotify ? PROVING_FACTS : FACTS;
      },
      send: async (octets) => {
        mayFail();
        await this.#clientSends(octets, maxBuffer);
      },
      receive: async (_, onLoan = false) => {
        mayFail();
        memory.reclaim();
        const octets = await this.#clientReceives();
        return octets !== undefined && onLoan ? memory.lend(octets) : octets;
      },
      poll: async () => {
        memory.reclaim();
        return this.#closed ? undefined : this.#clientTakes();
      },
      end: async () => {
        mayFail();
        this.#refuseBroken("shutdown");
        this.#up.ended = true;
        this.#wake();
      },
      resetUnlessEnded: () => {
        this.#resetsUnlessEnded = true;
      },
      close: () => this.#close(),
    };
    this.peer = {
      local: { address, port },
      serverName: tls?.serverName,
      get open() {
        return !pipe.#closed && !pipe.#reset;
      },
      closed: this.#until(() => this.#closed || this.#reset),
      send: (octets) => this.#peerSends(typeof octets === "string" ? octetsOf(octets) : octets, maxBuffer),
      receive: () => this.#peerReceives(),
      secure: () => {
        this.#awaitsTls = true;
        this.#wake();
        return this.#until(() => this.#tls || this.#closed || this.#reset);
      },
      end: () => {
        this.#down.ended = true;
        this.#wake();
      },
      cut: () => {
        this.#cut = this.#tls;
        this.#down.ended = true;
        this.#wake();
      },
      reset: () => {
        this.#reset = true;
        this.#wake();
      },
    };
  }

  get clear(): number {
    return this.#clear;
  }

  get secured(): boolean {
    return this.#tls;
  }

  get taken(): number {
    return this.#taken;
  }

  get peak(): number {
    return this.#peak;
  }

  get sentPeak(): number {
    return this.#sentPeak;
  }

  get open(): boolean {
    return !this.#closed;
  }

  /**
   * Begins TLS.
   *
   * @param closeNotify tell a close_notify from a close without one.
   * @throws what a transport throws: AccessError desync, or the error of the system.
   */
  async secure(closeNotify: boolean): Promise<void> {
    if (this.#down.queue.length > 0) {
      this.#close();
      throw new AccessError("desync", "the server spoke in the clear before TLS was up");
    }
    await this.#until(
      () => this.#awaitsTls || this.#down.queue.length > 0 || this.#down.ended || this.#closed || this.#reset,
    );
    this.#refuseBroken("read");
    if (!this.#awaitsTls) {
      this.#close();
      throw this.#down.ended
        ? systemError("read", "ECONNRESET")
        : systemError("connect", "ERR_SSL_WRONG_VERSION_NUMBER");
    }
    this.#tls = true;
    this.#closeNotify = closeNotify;
    this.#wake();
  }

  async #clientSends(octets: Uint8Array, maxBuffer: number): Promise<void> {
    this.#refuseBroken("write");
    if (this.#up.ended) throw systemError("write", "EPIPE");
    // A copy: the client may use the memory again.
    const own = copyBytes(octets);
    this.sent.push(own);
    if (!this.#tls) this.#clear++;
    push(this.#up, own);
    this.#sentPeak = Math.max(this.#sentPeak, this.#up.size);
    this.#wake();
    await this.#until(() => this.#up.size < maxBuffer || this.#closed || this.#reset);
    this.#refuseBroken("write");
  }

  async #clientReceives(): Promise<Uint8Array | undefined> {
    const { queue } = this.#down;
    await this.#until(() => queue.length > 0 || this.#down.ended || this.#closed || this.#reset);
    if (this.#closed) throw new Error("the connection was closed");
    const octets = this.#clientTakes();
    if (octets === undefined) {
      this.#refuseBroken("read");
      if (this.#cut && this.#closeNotify) throw withoutCloseNotify();
    }
    return octets;
  }

  #clientTakes(): Uint8Array | undefined {
    const octets = pull(this.#down);
    if (octets === undefined) return undefined;
    this.#taken += octets.length;
    this.#wake();
    return octets;
  }

  async #peerSends(octets: Uint8Array, maxBuffer: number): Promise<void> {
    if (this.#closed || this.#reset || this.#down.ended) throw systemError("write", "EPIPE");
    push(this.#down, octets);
    this.#peak = Math.max(this.#peak, this.#down.size);
    this.#wake();
    await this.#until(() => this.#down.size < maxBuffer || this.#closed || this.#reset);
  }

  async #peerReceives(): Promise<Uint8Array | undefined> {
    await this.#until(() => this.#up.queue.length > 0 || this.#up.ended || this.#closed || this.#reset);
    // A reset drops what has not been read.
    if (this.#closed && this.#resetsUnlessEnded && !this.#up.ended) throw systemError("read", "ECONNRESET");
    const octets = pull(this.#up);
    this.#wake();
    return octets;
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#down.queue.length = 0;
    this.#down.size = 0;
    this.#wake();
  }

  #refuseBroken(call: string): void {
    if (this.#closed) throw new Error("the connection was closed");
    if (this.#reset) throw systemError(call, "ECONNRESET");
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

function withoutCloseNotify(): AccessError {
  const message = "the server closed the connection without a TLS close_notify";
  return new AccessError("truncated", message, { retryable: true });
}

/** An error as the system gives it: transports do not translate. */
export function systemError(call: string, code: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call });
}

function push(flow: Flow, octets: Uint8Array): void {
  if (octets.length === 0) return;
  flow.queue.push(octets);
  flow.size += octets.length;
}

/** What the reader gets is its own: the sender may say the same octets again. */
function pull(flow: Flow): Uint8Array | undefined {
  const octets = flow.queue.shift();
  if (octets === undefined) return undefined;
  flow.size -= octets.length;
  return copyBytes(octets);
}
