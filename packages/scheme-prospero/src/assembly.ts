import { AccessError, type Limits } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { ArdpPacket } from "./ardp-packet.ts";

/**
 * An answer, put together of its packets. They come in any order, and more than once: of two with one number the first
 * one counts. Memory is spent on what has arrived, and never on a number that a peer has sent.
 */
export class Assembly {
  readonly #limits: Pick<Limits, "maxDatagrams" | "maxDatagramOctets">;
  readonly #contents: Map<number, Uint8Array> = new Map();
  #through = 0;
  #highest = 0;
  /** 0: not yet known. */
  #total = 0;
  #octets = 0;

  constructor(limits: Pick<Limits, "maxDatagrams" | "maxDatagramOctets">) {
    this.#limits = limits;
  }

  /** Has a packet of the answer arrived? */
  get begun(): boolean {
    return this.#contents.size > 0;
  }

  /** All packets up to this one are there. */
  get through(): number {
    return this.#through;
  }

  get complete(): boolean {
    return this.#total > 0 && this.#through === this.#total;
  }

  /**
   * Takes a numbered packet in; false when it is there already, or is beyond the last one.
   *
   * @throws {AccessError} protocol-error: the packets disagree about how many they are; too-large.
   */
  add({ number, total, content, isControl }: ArdpPacket): boolean {
    const { maxDatagrams, maxDatagramOctets } = this.#limits;
    if (total > 0) this.#learnTotal(total);
    if ((this.#total > 0 && number > this.#total) || this.#contents.has(number)) return false;
    if (number > maxDatagrams) throw tooMany(maxDatagrams);
    this.#octets += content.length;
    if (this.#octets > maxDatagramOctets) {
      throw new AccessError("too-large", `the answer has more than ${maxDatagramOctets} octets`, {
        hint: "raise the limit maxDatagramOctets",
      });
    }
    this.#contents.set(number, isControl ? content.subarray(0, 0) : content);
    this.#highest = Math.max(this.#highest, number);
    while (this.#contents.has(this.#through + 1)) this.#through++;
    return true;
  }

  /** The text of the answer, once it is complete. Servers of old put a NUL at its end. */
  text(): Uint8Array {
    const pieces = Array.from({ length: this.#through }, (_, i) => this.#contents.get(i + 1)!);
    const text = joinBytes(pieces);
    return text.at(-1) === 0 ? text.subarray(0, -1) : text;
  }

  #learnTotal(total: number): void {
    if (this.#total === total) return;
    if (this.#total > 0 || total < this.#highest)
      throw new AccessError("protocol-error", "the packets of the answer disagree about how many they are");
    if (total > this.#limits.maxDatagrams) throw tooMany(this.#limits.maxDatagrams);
    this.#total = total;
  }
}

function tooMany(maxDatagrams: number): AccessError {
  return new AccessError("too-large", `the answer has more than ${maxDatagrams} packets`, {
    hint: "raise the limit maxDatagrams",
  });
}
