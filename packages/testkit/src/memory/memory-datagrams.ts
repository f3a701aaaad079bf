import { AccessError, octetsOf } from "@anyurl/core";
import { copyBytes, type DatagramSocket, type TransportEndpoint } from "@anyurl/core/exchange";
import { Changes, type MemoryPeer, type MemoryTraffic, systemError } from "./memory-pipe.ts";

/** Maximum payload of an IPv4 datagram in bytes. */
const MAX_DATAGRAM_BYTES = 65_507;

/** Bytes counted for each datagram in addition to its payload, so that empty ones also fill the buffer. */
const OVERHEAD_BYTES = 64;

/** Turns of the promise queue within which a client reads a datagram. */
const READ_TURNS = 50;

type Endpoint = Pick<TransportEndpoint, "address" | "port" | "maxBuffer">;

/** Calls a function after a time. Returns a function that cancels the timer. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void;

/**
 * The datagrams between a client and a server in memory. They arrive whole and in order; those that exceed `maxBuffer`
 * unread bytes are lost. `peer.end` and `peer.cut` have no effect, because datagrams have no end; `peer.reset` makes the
 * socket of the client fail, like a system that reports a closed port.
 */
export class MemoryDatagrams implements MemoryTraffic {
  readonly endpoint: TransportEndpoint;
  readonly sent: Uint8Array[] = [];
  readonly clear = 0;
  readonly secured = false;
  readonly sentPeak = 0;
  readonly client: DatagramSocket;
  readonly peer: MemoryPeer;
  readonly #down: Uint8Array[] = [];
  readonly #up: Uint8Array[] = [];
  readonly #changes: Changes = new Changes();
  taken = 0;
  datagrams = 0;
  peak = 0;
  #unread = 0;
  #closed = false;
  #refused = false;

  /** @param mayFail called before each operation of the client, which fails with the error that it throws. */
  constructor(endpoint: Endpoint, mayFail: () => void, setTimer: SetTimer) {
    this.endpoint = endpoint;
    const { address, port, maxBuffer } = endpoint;
    const datagrams = this;
    this.client = {
      remote: { address, port },
      send: async (octets) => {
        mayFail();
        this.#refuseBroken();
        if (octets.length > MAX_DATAGRAM_BYTES) throw tooLargeError();
        this.sent.push(copyBytes(octets));
        this.#up.push(copyBytes(octets));
        this.#changes.notify();
      },
      receive: async (within) => {
        mayFail();
        return this.#clientReceives(within, setTimer);
      },
      close: () => {
        this.#closed = true;
        this.#changes.notify();
      },
    };
    this.peer = {
      local: { address, port },
      serverName: undefined,
      certificate: undefined,
      get open() {
        return datagrams.#isOpen;
      },
      closed: this.#changes.until(() => !this.#isOpen),
      send: async (octets) =>
        this.#peerSends(typeof octets === "string" ? octetsOf(octets) : octets, maxBuffer),
      receive: async () => {
        await this.#changes.until(() => this.#up.length > 0 || !this.#isOpen);
        return this.#up.shift();
      },
      secure: () => this.#changes.until(() => !this.#isOpen),
      end: () => {},
      cut: () => {},
      reset: () => {
        this.#refused = true;
        this.#changes.notify();
      },
    };
  }

  get open(): boolean {
    return !this.#closed;
  }

  get #isOpen(): boolean {
    return !this.#closed && !this.#refused;
  }

  async #clientReceives(within: number, setTimer: SetTimer): Promise<Uint8Array | undefined> {
    let isLate = false;
    const cancel =
      within === Number.POSITIVE_INFINITY
        ? () => {}
        : setTimer(() => {
            isLate = true;
            this.#changes.notify();
          }, within);
    await this.#changes.until(() => isLate || this.#down.length > 0 || !this.#isOpen);
    cancel();
    const datagram = this.#down.shift();
    if (datagram === undefined) {
      this.#refuseBroken();
      return undefined;
    }
    this.#unread -= datagram.length + OVERHEAD_BYTES;
    this.taken += datagram.length;
    this.datagrams++;
    return datagram;
  }

  async #peerSends(octets: Uint8Array, maxBuffer: number): Promise<void> {
    if (!this.#isOpen) throw systemError("send", "ECONNREFUSED");
    const size = octets.length + OVERHEAD_BYTES;
    if (octets.length > MAX_DATAGRAM_BYTES) throw tooLargeError();
    if (this.#unread + size > maxBuffer) return;
    this.#unread += size;
    this.peak = Math.max(this.peak, this.#unread);
    this.#down.push(copyBytes(octets));
    this.#changes.notify();
    // As on a network, the client reads while datagrams arrive.
    for (let i = 0; i < READ_TURNS; i++) await undefined;
  }

  #refuseBroken(): void {
    if (this.#closed) throw new Error("the socket was closed");
    if (this.#refused) throw systemError("recv", "ECONNREFUSED");
  }
}

function tooLargeError(): AccessError {
  return new AccessError("too-large", `the datagram exceeds the limit of ${MAX_DATAGRAM_BYTES} bytes`);
}
