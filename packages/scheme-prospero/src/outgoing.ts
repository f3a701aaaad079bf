import { writePacket } from "./ardp-packet.ts";

/** Octets of text in one packet. */
const MAX_CONTENT = 1250;

/** Packets that are sent before the server has acknowledged one. */
const WINDOW = 16;

/** A request on its way: the packets that it is cut into, and what the server is known to have of them. */
export class Outgoing {
  readonly #connectionId: number;
  readonly #contents: readonly Uint8Array[];
  /** The server has all up to this one. */
  #through = 0;
  /** These, too. */
  #beyond: ReadonlySet<number> = new Set();
  #sent = 0;

  constructor(connectionId: number, text: Uint8Array) {
    this.#connectionId = connectionId;
    const count = Math.max(1, Math.ceil(text.length / MAX_CONTENT));
    this.#contents = Array.from({ length: count }, (_, i) =>
      text.subarray(i * MAX_CONTENT, (i + 1) * MAX_CONTENT),
    );
  }

  /** Does the server have all of it? */
  get delivered(): boolean {
    return this.#through === this.#contents.length;
  }

  /** Packets that the window has room for, and that were never sent. */
  *fresh(): Generator<Uint8Array> {
    const end = Math.min(this.#contents.length, this.#through + WINDOW);
    while (this.#sent < end) yield this.#packet(++this.#sent);
  }

  /** Packets that were sent, and that the server is not known to have. */
  *missing(): Generator<Uint8Array> {
    for (let number = this.#through + 1; number <= this.#sent; number++) {
      if (!this.#beyond.has(number)) yield this.#packet(number);
    }
  }

  /** False when that is no news. A server that has more than there is has all. */
  acknowledge(through: number, beyond: readonly number[] = []): boolean {
    const before = this.#through;
    this.#through = Math.max(before, Math.min(through, this.#sent));
    if (beyond.length > 0) this.#beyond = new Set(beyond);
    return this.#through > before;
  }

  /** An answer has begun: it does so only when the request is whole. */
  deliveredWhole(): boolean {
    return this.acknowledge(this.#contents.length);
  }

  /** The server has lost what came after this one. */
  reset(through: number): void {
    this.#through = Math.min(this.#through, through);
    this.#beyond = new Set();
  }

  #packet(number: number): Uint8Array {
    const total = this.#contents.length;
    return writePacket(
      {
        connectionId: this.#connectionId,
        number,
        total,
        receivedThrough: 0,
        // The last one of a window: without word from the server nothing follows.
        acknowledge: number < total && number === this.#through + WINDOW,
      },
      this.#contents[number - 1]!,
    );
  }
}
