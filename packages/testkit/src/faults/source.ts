import { AccessError, type Source } from "@anyurl/core";
import { ReusedMemory } from "../access/reused-memory.ts";
import { CHUNK } from "./payload.ts";

/** Minimum number of chunks. */
const MIN_CHUNKS = 3;

/** A caller's source that yields chunks and records how it is read. */
export class UploadSource implements Source {
  readonly #octets: Uint8Array;
  readonly #habit: "fails" | "byte by byte" | undefined;
  #pulled = 0;
  #open = false;

  /** @param habit "fails": throws an AccessError with the code "changed" halfway. */
  constructor(octets: Uint8Array, habit?: "fails" | "byte by byte") {
    this.#octets = octets;
    this.#habit = habit;
  }

  /** Bytes that were read from the source. */
  get pulled(): number {
    return this.#pulled;
  }

  /** Whether reading has started, and has neither reached the end nor been canceled. */
  get open(): boolean {
    return this.#open;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const { length } = this.#octets;
    const most = this.#habit === "byte by byte" ? 1 : Math.min(CHUNK, Math.ceil(length / MIN_CHUNKS));
    const memory = new ReusedMemory();
    this.#open = true;
    try {
      for (let at = 0; at < length; at += most) {
        if (this.#habit === "fails" && at * 2 >= length)
          throw new AccessError("changed", "the source no longer exists");
        const chunk = memory.lend(this.#octets.subarray(at, at + most));
        this.#pulled += chunk.length;
        yield chunk;
      }
    } finally {
      memory.reclaim();
      this.#open = false;
    }
  }
}
