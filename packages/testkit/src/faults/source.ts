import { AccessError, type Source } from "@anyurl/core";
import { ReusedMemory } from "../access/reused-memory.ts";
import { CHUNK } from "./payload.ts";

/** How many pieces there are at least. */
const PIECES = 3;

/** What a caller writes, in pieces; it tells what becomes of it. */
export class UploadSource implements Source {
  readonly #octets: Uint8Array;
  readonly #habit: "fails" | "octet by octet" | undefined;
  #pulled = 0;
  #open = false;

  /** @param habit "fails": half way, by an AccessError of the code "changed". */
  constructor(octets: Uint8Array, habit?: "fails" | "octet by octet") {
    this.#octets = octets;
    this.#habit = habit;
  }

  /** Octets that somebody has asked for. */
  get pulled(): number {
    return this.#pulled;
  }

  /** Has somebody begun to read it, and neither come to its end nor ended it? */
  get open(): boolean {
    return this.#open;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const { length } = this.#octets;
    const most = this.#habit === "octet by octet" ? 1 : Math.min(CHUNK, Math.ceil(length / PIECES));
    const memory = new ReusedMemory();
    this.#open = true;
    try {
      for (let at = 0; at < length; at += most) {
        if (this.#habit === "fails" && at * 2 >= length)
          throw new AccessError("changed", "what is to be written is not there any more");
        const piece = memory.lend(this.#octets.subarray(at, at + most));
        this.#pulled += piece.length;
        yield piece;
      }
    } finally {
      memory.reclaim();
      this.#open = false;
    }
  }
}
