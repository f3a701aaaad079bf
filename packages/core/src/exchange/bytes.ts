/**
 * Copies bytes, from `start` to before `end`, into a plain array with its own buffer.
 *
 * Use it to keep bytes that belong to another owner, or to pass them to an API that takes over the buffer (a byte
 * stream, `postMessage`). `bytes.slice()` is not enough: a Node `Buffer` is a `Uint8Array` whose `slice` returns a
 * view, and its memory is usually a pool that all Buffers of the process share.
 */
export function copyBytes(bytes: Uint8Array, start?: number, end?: number): Uint8Array<ArrayBuffer> {
  const range = bytes.subarray(start, end);
  const copy = new Uint8Array(range.length);
  copy.set(range);
  return copy;
}

/** Joins any number of chunks in a new array. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const chunk of chunks) length += chunk.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Joins several arrays of bytes. If the number of chunks is not known in advance, use {@link joinBytes} or a {@link
 * ByteCollector}.
 */
export function concat(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes(chunks);
}

/** Minimum size in bytes of the second block of a {@link ByteCollector}. */
const MIN_BLOCK_BYTES = 4 * 1024;
/**
 * Maximum bytes that a block reserves beyond those received: a size that a peer only announces must not cause more
 * allocation.
 */
const MAX_BLOCK_BYTES = 1024 * 1024;

/**
 * Collects chunks by copying them into a few large blocks. The first block has the size of the first chunk, or the
 * expected size: most small bodies need no other, and are copied once. Each later block is as large as all blocks before
 * it, up to 1 MiB. A chunk needs no object, however small it is, and its owner can reuse its memory after `add`.
 */
export class ByteCollector {
  readonly #expected: number;
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #used = 0;
  #length = 0;

  /** @param expected the size in bytes that the peer announced; advice only. */
  constructor(expected = 0) {
    this.#expected = Number.isSafeInteger(expected) && expected > 0 ? Math.min(expected, MAX_BLOCK_BYTES) : 0;
  }

  /** Bytes added so far. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const room = this.#block.length - this.#used;
    let rest = chunk;
    if (chunk.length > room) {
      this.#block.set(chunk.subarray(0, room), this.#used);
      this.#used += room;
      this.#length += room;
      rest = chunk.subarray(room);
      this.#grow(rest.length);
    }
    this.#block.set(rest, this.#used);
    this.#used += rest.length;
    this.#length += rest.length;
  }

  /** Returns all bytes in an array with its own buffer. The collector is then empty. */
  take(): Uint8Array<ArrayBuffer> {
    const block = this.#block;
    const isExact = this.#full.length === 0 && this.#used === block.length;
    const whole = isExact ? block : joinBytes([...this.#full, block.subarray(0, this.#used)]);
    this.#full.length = 0;
    this.#block = new Uint8Array(0);
    this.#used = 0;
    this.#length = 0;
    return whole;
  }

  #grow(least: number): void {
    if (this.#used > 0) this.#full.push(this.#block);
    const usual =
      this.#length === 0
        ? this.#expected
        : Math.max(MIN_BLOCK_BYTES, Math.min(this.#length, MAX_BLOCK_BYTES));
    this.#block = new Uint8Array(Math.max(least, usual));
    this.#used = 0;
  }
}
