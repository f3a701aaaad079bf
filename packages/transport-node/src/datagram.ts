import { createSocket, type Socket } from "node:dgram";
import { isIP } from "node:net";
import { AccessError } from "@anyurl/core";
import type { DatagramSocket, TransportEndpoint } from "@anyurl/core/exchange";

/** Maximum payload of an IPv4 datagram in bytes (RFC 768, RFC 791 §3.1). */
const MAX_DATAGRAM = 65_507;

/** Bytes counted for each datagram in addition to its payload, so that empty ones also reach the limit. */
const OVERHEAD = 64;

/** Maximum delay of a timer in milliseconds. */
const MAX_DELAY = 2_147_483_647;

/**
 * Opens a UDP socket that is connected to this address and port: the system drops datagrams from other senders. The
 * local port is random. Datagrams beyond `maxBuffer` unread bytes are lost, as they may be on any network.
 *
 * @throws {TypeError} the endpoint is a name: the caller resolves names and checks addresses.
 */
export async function datagram(
  { address, port, maxBuffer }: Pick<TransportEndpoint, "address" | "port" | "maxBuffer">,
  signal: AbortSignal,
): Promise<DatagramSocket> {
  signal.throwIfAborted();
  const family = isIP(address);
  if (family === 0) throw new TypeError("a transport sends to IP addresses and does not look up names");
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

/** Listens for errors as long as it exists, so that no "error" event is unhandled. */
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
  /** Wakes a pending receive. */
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
    // For example, an ICMP message says that no process listens on the port (RFC 1122 §4.1.3.3).
    socket.on("error", (error) => this.#fail(error));
  }

  begin(): Promise<void> {
    const { address, port } = this.remote;
    return new Promise((resolve, reject) => {
      this.#wake = () => reject(this.#failure);
      // Bind first: otherwise an error of `connect` does not reach its callback.
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

  /** Resolves when there is something to receive, or after this many milliseconds. */
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
  return new AccessError("too-large", `the datagram exceeds the limit of ${MAX_DATAGRAM} bytes`);
}
