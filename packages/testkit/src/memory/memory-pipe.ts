import { AccessError, octetsOf } from "@anyurl/core";
import {
  type Connection,
  copyBytes,
  type TlsEndpoint,
  type TlsFacts,
  type TransportEndpoint,
} from "@anyurl/core/exchange";
import { ReusedMemory } from "../access/reused-memory.ts";

/** The server's end of a connection in memory. */
export interface MemoryPeer {
  /** The address and port that the client connected to. */
  readonly local: { readonly address: string; readonly port: number };
  /** The server name that the client expects in the certificate; `undefined` without TLS. */
  readonly serverName: string | undefined;
  /** The client certificate, as PEM. */
  readonly certificate: string | undefined;
  /** Whether the connection is open: neither reset, nor closed by the client. */
  readonly open: boolean;
  /** Resolves when the connection is no longer open. */
  readonly closed: Promise<void>;
  /** Sends bytes. Waits while more than `maxBuffer` bytes are unread. @throws EPIPE */
  send(octets: Uint8Array | string): Promise<void>;
  /**
   * Returns the next bytes, or `undefined` after the client has closed or ended its side.
   *
   * @throws ECONNRESET: the client reset the connection.
   */
  receive(): Promise<Uint8Array | undefined>;
  /** Waits until the client starts TLS or disconnects. The bytes that follow are sent with TLS. */
  secure(): Promise<void>;
  /** Ends the server's side, with TLS by a close_notify, and still receives. */
  end(): void;
  /** Ends the server's side like `end`, but with TLS without a close_notify, like an attacker or a careless server. */
  cut(): void;
  /** Resets the connection. The client can still read the bytes sent before. */
  reset(): void;
}

/** How a server in memory uses TLS. */
export interface MemoryTls {
  /** Would the trusted authorities accept its certificate? Default true. */
  readonly authorized?: boolean;
  /** "sha256/BASE64" of its public key. Default: one with only "0". */
  readonly publicKey?: string;
  /** Default "00". */
  readonly fingerprint?: string;
  /** The application protocols of the server, the preferred one first (RFC 7301). Default: none. */
  readonly alpn?: readonly string[];
}

/** The traffic of a connection in memory. */
export interface MemoryTraffic {
  readonly endpoint: TransportEndpoint;
  /** The chunks that the client sent. */
  readonly sent: readonly Uint8Array[];
  /** Number of these chunks that were sent in the clear. */
  readonly clear: number;
  /** Whether TLS is active. */
  readonly secured: boolean;
  /** Bytes that the client has received. */
  readonly taken: number;
  /** Number of datagrams that the client has received. */
  readonly datagrams: number;
  /** Maximum number of bytes that were buffered for the client. */
  readonly peak: number;
  /** Maximum number of bytes that were buffered for the server. */
  readonly sentPeak: number;
  /** Whether the client has not closed the connection. */
  readonly open: boolean;
}

/** Lets the two sides of a connection wait for each other. */
export class Changes {
  readonly #waiting: Set<() => void> = new Set();

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Lets all that wait check their conditions again. */
  notify(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** The unread bytes of one direction. */
interface Flow {
  readonly queue: Uint8Array[];
  size: number;
  /** Whether the sender has ended. */
  ended: boolean;
}

/** The client's end of a connection in memory. */
export interface MemoryConnection extends Connection {
  readonly pipe: MemoryPipe;
}

/** The hash of no key: a connection in memory has none. */
const NO_KEY = `sha256/${"0".repeat(43)}=`;

/** The TLS facts of a connection in memory. */
function createFacts(
  { fingerprint = "00", publicKey = NO_KEY, authorized = true, alpn = [] }: MemoryTls,
  tls: TlsEndpoint | undefined,
): TlsFacts {
  const selected = alpn.find((name) => tls?.alpn?.includes(name));
  return {
    protocol: "TLSv1.3",
    authorized,
    fingerprint,
    ...(selected !== undefined && { alpn: selected }),
    ...(tls?.showKey === true && { publicKey }),
  };
}

/**
 * A connection in memory with the behavior of a socket. Chunks arrive as they were sent. Each reader gets a copy, or
 * borrowed memory that is valid until the next receive. Each side waits if the other does not read.
 */
export class MemoryPipe implements MemoryTraffic {
  readonly endpoint: TransportEndpoint;
  readonly sent: Uint8Array[] = [];
  readonly datagrams = 0;
  readonly client: MemoryConnection;
  readonly peer: MemoryPeer;
  readonly #down: Flow = { queue: [], size: 0, ended: false };
  readonly #up: Flow = { queue: [], size: 0, ended: false };
  readonly #changes: Changes = new Changes();
  taken = 0;
  peak = 0;
  sentPeak = 0;
  clear = 0;
  #closed = false;
  #reset = false;
  #resetsUnlessEnded = false;
  #tls: boolean;
  /** Whether the client distinguishes a close_notify from a close without one. */
  #closeNotify: boolean;
  /** Whether the server closed without a close_notify. */
  #cut = false;
  /** Whether the server waits for a handshake. */
  #awaitsTls = false;

  /** @param mayFail called before each operation of the client, which fails with the error that it throws. */
  constructor(endpoint: TransportEndpoint, mayFail: () => void, certificate: MemoryTls = {}) {
    this.endpoint = endpoint;
    const { address, port, maxBuffer, tls } = endpoint;
    this.#tls = tls !== undefined;
    this.#closeNotify = tls?.closeNotify === true;
    const pipe = this;
    const facts = createFacts(certificate, tls);
    const provingFacts: TlsFacts = { ...facts, closeNotify: true };
    const memory = new ReusedMemory();
    this.client = {
      pipe,
      remote: { address, port },
      get tls() {
        if (!pipe.#tls) return undefined;
        return pipe.#closeNotify ? provingFacts : facts;
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
        this.#changes.notify();
      },
      resetUnlessEnded: () => {
        this.#resetsUnlessEnded = true;
      },
      close: () => this.#close(),
    };
    this.peer = {
      local: { address, port },
      serverName: tls?.serverName,
      certificate: tls?.cert,
      get open() {
        return !pipe.#closed && !pipe.#reset;
      },
      closed: this.#changes.until(() => this.#closed || this.#reset),
      send: (octets) => this.#peerSends(typeof octets === "string" ? octetsOf(octets) : octets, maxBuffer),
      receive: () => this.#peerReceives(),
      secure: () => {
        this.#awaitsTls = true;
        this.#changes.notify();
        return this.#changes.until(() => this.#tls || this.#closed || this.#reset);
      },
      end: () => {
        this.#down.ended = true;
        this.#changes.notify();
      },
      cut: () => {
        this.#cut = this.#tls;
        this.#down.ended = true;
        this.#changes.notify();
      },
      reset: () => {
        this.#reset = true;
        this.#changes.notify();
      },
    };
  }

  get secured(): boolean {
    return this.#tls;
  }

  get open(): boolean {
    return !this.#closed;
  }

  /**
   * Starts TLS.
   *
   * @param closeNotify distinguish a close_notify from a close without one.
   * @throws an AccessError with the code desync, or a system error.
   */
  async secure(closeNotify: boolean): Promise<void> {
    if (this.#down.queue.length > 0) {
      this.#close();
      throw new AccessError("desync", "the server sent data in the clear before the TLS handshake");
    }
    await this.#changes.until(
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
    this.#changes.notify();
  }

  async #clientSends(octets: Uint8Array, maxBuffer: number): Promise<void> {
    this.#refuseBroken("write");
    if (this.#up.ended) throw systemError("write", "EPIPE");
    // Copy: the client may reuse the memory.
    const own = copyBytes(octets);
    this.sent.push(own);
    if (!this.#tls) this.clear++;
    push(this.#up, own);
    this.sentPeak = Math.max(this.sentPeak, this.#up.size);
    this.#changes.notify();
    await this.#changes.until(() => this.#up.size < maxBuffer || this.#closed || this.#reset);
    this.#refuseBroken("write");
  }

  async #clientReceives(): Promise<Uint8Array | undefined> {
    const { queue } = this.#down;
    await this.#changes.until(() => queue.length > 0 || this.#down.ended || this.#closed || this.#reset);
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
    this.taken += octets.length;
    this.#changes.notify();
    return octets;
  }

  async #peerSends(octets: Uint8Array, maxBuffer: number): Promise<void> {
    if (this.#closed || this.#reset || this.#down.ended) throw systemError("write", "EPIPE");
    push(this.#down, octets);
    this.peak = Math.max(this.peak, this.#down.size);
    this.#changes.notify();
    await this.#changes.until(() => this.#down.size < maxBuffer || this.#closed || this.#reset);
  }

  async #peerReceives(): Promise<Uint8Array | undefined> {
    await this.#changes.until(
      () => this.#up.queue.length > 0 || this.#up.ended || this.#closed || this.#reset,
    );
    // A reset drops what has not been read.
    if (this.#closed && this.#resetsUnlessEnded && !this.#up.ended) throw systemError("read", "ECONNRESET");
    const octets = pull(this.#up);
    this.#changes.notify();
    return octets;
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#down.queue.length = 0;
    this.#down.size = 0;
    this.#changes.notify();
  }

  #refuseBroken(call: string): void {
    if (this.#closed) throw new Error("the connection was closed");
    if (this.#reset) throw systemError(call, "ECONNRESET");
  }
}

function withoutCloseNotify(): AccessError {
  const message = "the server closed the connection without a TLS close_notify";
  return new AccessError("truncated", message, { retryable: true });
}

/** Creates a system error, which transports do not translate. */
export function systemError(call: string, code: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call });
}

function push(flow: Flow, octets: Uint8Array): void {
  if (octets.length === 0) return;
  flow.queue.push(octets);
  flow.size += octets.length;
}

/** Takes the next chunk as a copy, because the sender may reuse its array. */
function pull(flow: Flow): Uint8Array | undefined {
  const octets = flow.queue.shift();
  if (octets === undefined) return undefined;
  flow.size -= octets.length;
  return copyBytes(octets);
}
