import { ok } from "node:assert/strict";
import { octetsOf, type Source } from "@anyurl/core";

/** What takes the place of a chunk when its owner uses the memory again. */
const REUSED: Uint8Array = octetsOf("<kept too long>");

/**
 * Memory that its owner uses for one chunk after the other, in a Node Buffer. A chunk that is kept without a copy
 * becomes {@link REUSED}, and a buffer that is transferred takes all chunks with it.
 */
export class ReusedMemory {
  #memory: Buffer = Buffer.alloc(0);
  #lent: Uint8Array = this.#memory;

  /** The same bytes, until the next call. */
  lend(bytes: Uint8Array): Uint8Array {
    this.reclaim();
    // Buffer.alloc would use the pool of the process for none of these sizes, and the pool must not be lost with it.
    if (this.#memory.length < bytes.length) this.#memory = Buffer.from(new ArrayBuffer(2 * bytes.length));
    this.#lent = this.#memory.subarray(0, bytes.length);
    this.#lent.set(bytes);
    return this.#lent;
  }

  /** The borrower is done with the last chunk. */
  reclaim(): void {
    for (let i = 0; i < this.#lent.length; i++) this.#lent[i] = REUSED[i % REUSED.length]!;
    this.#lent = this.#memory.subarray(0, 0);
  }
}

/** A source that uses its memory again for each chunk, and sees whether its reader has written into one. */
export async function* reusedChunks(chunks: Iterable<Uint8Array>): Source {
  const memory = new ReusedMemory();
  try {
    for (const chunk of chunks) {
      const lent = memory.lend(chunk);
      yield lent;
      ok(Buffer.compare(lent, chunk) === 0, "the scheme has changed a chunk of the source");
    }
  } finally {
    memory.reclaim();
  }
}
