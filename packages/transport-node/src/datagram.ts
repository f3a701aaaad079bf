import { createSocket, type Socket } from "node:dgram";
import { isIP } from "node:net";
import { AccessError } from "@anyurl/core";
import type { DatagramSocket, TransportEndpoint } from "@anyurl/core/exchange";

/** The most octets that a datagram of IPv4 carries (RFC 768, RFC 791 §3.1). */
const MAX_DATAGRAM = 65_507;

/** What one datagram costs beside its octets, so that empty ones are not held without end. */
const OVERHEAD = 64;

/** The longest delay that timers take. */
const MAX_DELAY = 2_147_483_647;

/**
 * A UDP socket that is connected to this very address and port: the system drops what anybody else sends. Its own port
 * is one of chance. Beyond `maxBuffer` unread octets datagrams are lost, as they are on any way.
 *
 * @throws {TypeError} the endpoint is a name: whoever asks has looked it up, and checked the address.
 */
export async function datagram(
  { address, port, maxBuffer }: Pick<TransportEndpoint, "address" | "port" | "maxBuffer">,
  signal: AbortSignal,
): Promise<DatagramSocket> {
  signal.throwIfAborted();
  const family = isIP(address);
  if (family === 0) throw new TypeError("a transport sends to addresses, and looks up no names by itself");
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  const connected = new ConnectedSocket(socket, { address, port }, maxBuffer, signal);
  try {
    await connected.begin();
    return connected;
  } catch (error) {
    connected.close();
    throw error;
  }
}

/** Listens for errors all its life, so that none is ever a stray exception. */
class ConnectedSocket implements DatagramSocket {
  readonly remote: { readonly address: string; readonly port: number };
  readonly #socket: Socket;
  readonly #maxBuffer: number;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #failure: unknown;
  #closed = false;
  /** A receive that waits. */
  #wake: (() => void) | undefined;

  constructor(
    socket: Socket,
    remote: { readonly address: string; readonly port: number },
    maxBuffer: number,
    signal: AbortSignal,
  ) {
    this.#socket = socket;
    this.remote = remote;
    this.#maxBuffer = maxBuffer;
    this.#signal = signal;
    this.#onAbort = () => {
      this.#failure ??= signal.reason;
      this.close();
    };
    signal.addEventListener("abort", this.#onAbort, { once: true });
    socket.on("message", (octets) => this.#take(octets));
    // Nobody listens there, as an ICMP message tells (RFC 1122 §4.1.3.3).
    socket.on("error", (error) => this.#fail(error));
  }

  begin(): Promise<void> {
    const { address, port } = this.remote;
    return new Promise((resolve, reject) => {
      this.#wake = () => reject(this.#failure);
      // Bound first: an error of connect reaches its callback only then.
      this.#socket.bind(0, () => {
        if (this.#closed) return;
        this.#socket.connect(port, address, (error?: Error) => (error ? this.#fail(error) : resolve()));
      });
    });
  }

  send(octets: Uint8Array): Promise<void> {
    if (octets.length > MAX_DATAGRAM) return Promise.reject(tooLarge());
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#socket.send(octets, (error) => {
        if (error === null || error === undefined) resolve();
        else reject("code" in error && error.code === "EMSGSIZE" ? tooLarge() : (this.#failure ?? error));
      });
    });
  }

  async receive(within: number): Promise<Uint8Array | undefined> {
    if (this.#queue.length === 0 && this.#failure === undefined) await this.#arrival(within);
    const octets = this.#queue.shift();
    if (octets !== undefined) {
      this.#queued -= octets.length + OVERHEAD;
      return octets;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#failure ??= new Error("the socket was closed");
    this.#queue = [];
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#socket.close();
    this.#wakeUp();
  }

  /** Resolves when there is something to receive, or so many milliseconds have gone by. */
  async #arrival(within: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (within !== Number.POSITIVE_INFINITY) timer = setTimeout(resolve, Math.min(within, MAX_DELAY));
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }

  #take(octets: Uint8Array): void {
    const size = octets.length + OVERHEAD;
    if (this.#closed || this.#queued + size > this.#maxBuffer) return;
    this.#queued += size;
    this.#queue.push(Uint8Array.from(octets));
    this.#wakeUp();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

function tooLarge(): AccessError {
  return new AccessError("too-large", `one datagram carries no more than ${MAX_DATAGRAM} octets`);
}
