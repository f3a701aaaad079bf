import { ok } from "node:assert/strict";
import { octetsOf, type Source } from "@anyurl/core";

/** Overwrites a chunk when its owner reuses the memory. */
const REUSED: Uint8Array = octetsOf("<kept too long>");

/**
 * A Node Buffer that its owner reuses for each chunk. A chunk that is kept without a copy becomes {@link REUSED}, and
 * a transferred buffer takes all chunks with it.
 */
export class ReusedMemory {
  #memory: Buffer = Buffer.alloc(0);
  #lent: Uint8Array = this.#memory;

  /** Returns the same bytes, which are valid until the next call. */
  lend(bytes: Uint8Array): Uint8Array {
    this.reclaim();
    // A new ArrayBuffer: the shared pool of Buffer must not be lost if the buffer is transferred.
    if (this.#memory.length < bytes.length) this.#memory = Buffer.from(new ArrayBuffer(2 * bytes.length));
    this.#lent = this.#memory.subarray(0, bytes.length);
    this.#lent.set(bytes);
    return this.#lent;
  }

  /** Overwrites the last chunk, which the borrower no longer needs. */
  reclaim(): void {
    for (let i = 0; i < this.#lent.length; i++) this.#lent[i] = REUSED[i % REUSED.length]!;
    this.#lent = this.#memory.subarray(0, 0);
  }
}

/** Yields chunks in reused memory, and checks that the reader does not write into them. */
export async function* reusedChunks(chunks: Iterable<Uint8Array>): Source {
  const memory = new ReusedMemory();
  try {
    for (const chunk of chunks) {
      const lent = memory.lend(chunk);
      yield lent;
      ok(Buffer.compare(lent, chunk) === 0, "the scheme changed a chunk of the source");
    }
  } finally {
    memory.reclaim();
  }
}
