import { formatPacket } from "./ardp-packet.ts";

/** Maximum bytes of text in a packet. */
const MAX_CONTENT_BYTES = 1250;

/** Maximum number of unacknowledged packets. */
const WINDOW_PACKETS = 16;

/** An outgoing request: its packets, and which of them the server has acknowledged. */
export class OutgoingRequest {
  readonly #connectionId: number;
  readonly #contents: readonly Uint8Array[];
  /** The server has all packets up to this one. */
  #through = 0;
  /** Later packets that it also has. */
  #beyond: ReadonlySet<number> = new Set();
  #sent = 0;

  constructor(connectionId: number, text: Uint8Array) {
    this.#connectionId = connectionId;
    const count = Math.max(1, Math.ceil(text.length / MAX_CONTENT_BYTES));
    this.#contents = Array.from({ length: count }, (_, i) =>
      text.subarray(i * MAX_CONTENT_BYTES, (i + 1) * MAX_CONTENT_BYTES),
    );
  }

  /** True if the server has the whole request. */
  get delivered(): boolean {
    return this.#through === this.#contents.length;
  }

  /** Yields unsent packets that fit into the window. */
  *fresh(): Generator<Uint8Array> {
    const end = Math.min(this.#contents.length, this.#through + WINDOW_PACKETS);
    while (this.#sent < end) yield this.#packet(++this.#sent);
  }

  /** Yields sent packets that are not acknowledged. */
  *missing(): Generator<Uint8Array> {
    for (let number = this.#through + 1; number <= this.#sent; number++) {
      if (!this.#beyond.has(number)) yield this.#packet(number);
    }
  }

  /**
   * Records an acknowledgement. Returns false if it has nothing new. A number beyond the last packet acknowledges all.
   */
  acknowledge(through: number, beyond: readonly number[] = []): boolean {
    const before = this.#through;
    this.#through = Math.max(before, Math.min(through, this.#sent));
    if (beyond.length > 0) this.#beyond = new Set(beyond);
    return this.#through > before;
  }

  /** Marks all packets as received: a server responds only to a complete request. */
  deliveredWhole(): boolean {
    return this.acknowledge(this.#contents.length);
  }

  /** The server has discarded all packets after this one. */
  reset(through: number): void {
    this.#through = Math.min(this.#through, through);
    this.#beyond = new Set();
  }

  #packet(number: number): Uint8Array {
    const total = this.#contents.length;
    return formatPacket(
      {
        connectionId: this.#connectionId,
        number,
        total,
        receivedThrough: 0,
        // The last packet of a window: the next one needs an acknowledgement.
        acknowledge: number < total && number === this.#through + WINDOW_PACKETS,
      },
      this.#contents[number - 1]!,
    );
  }
}
