import { AccessError, type Limits, tooLargeError } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { ArdpPacket } from "./ardp-packet.ts";

/**
 * Reassembles a response from its packets. They may arrive in any order and more than once; duplicates are ignored.
 * Memory depends only on received bytes, never on a number that the peer sent.
 */
export class PacketReassembler {
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

  /** True if a packet of the response has arrived. */
  get begun(): boolean {
    return this.#contents.size > 0;
  }

  /** All packets up to this one have arrived. */
  get through(): number {
    return this.#through;
  }

  get complete(): boolean {
    return this.#total > 0 && this.#through === this.#total;
  }

  /**
   * Adds a numbered packet. Returns false if it is a duplicate or exceeds the last number.
   *
   * @throws {AccessError} protocol-error: the packets disagree about their number; too-large.
   */
  add({ number, total, content, isControl }: ArdpPacket): boolean {
    const { maxDatagrams, maxDatagramOctets } = this.#limits;
    if (total > 0) this.#learnTotal(total);
    if ((this.#total > 0 && number > this.#total) || this.#contents.has(number)) return false;
    if (number > maxDatagrams) throw tooManyPacketsError(maxDatagrams);
    this.#octets += content.length;
    if (this.#octets > maxDatagramOctets) {
      throw tooLargeError(
        `the response exceeds the limit of ${maxDatagramOctets} bytes`,
        "maxDatagramOctets",
      );
    }
    this.#contents.set(number, isControl ? content.subarray(0, 0) : content);
    this.#highest = Math.max(this.#highest, number);
    while (this.#contents.has(this.#through + 1)) this.#through++;
    return true;
  }

  /** Returns the text of a complete response. Old servers append a NUL. */
  text(): Uint8Array {
    const pieces = Array.from({ length: this.#through }, (_, i) => this.#contents.get(i + 1)!);
    const text = joinBytes(pieces);
    return text.at(-1) === 0 ? text.subarray(0, -1) : text;
  }

  #learnTotal(total: number): void {
    if (this.#total === total) return;
    if (this.#total > 0 || total < this.#highest)
      throw new AccessError("protocol-error", "the packets of the response disagree about their number");
    if (total > this.#limits.maxDatagrams) throw tooManyPacketsError(this.#limits.maxDatagrams);
    this.#total = total;
  }
}

function tooManyPacketsError(maxDatagrams: number): AccessError {
  return tooLargeError(`the response exceeds the limit of ${maxDatagrams} packets`, "maxDatagrams");
}
