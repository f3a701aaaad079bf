/**
 * Copies bytes, from `start` to before `end`, into a plain array with a buffer of its own.
 *
 * Use it wherever bytes of another owner are kept, or given to an API that takes the buffer over (a byte stream,
 * `postMessage`). `bytes.slice()` is not enough: a Node `Buffer` is a `Uint8Array` whose `slice` gives a view, and the
 * memory below it is usually a pool that all Buffers of the process share.
 */
export function copyBytes(bytes: Uint8Array, start?: number, end?: number): Uint8Array<ArrayBuffer> {
  const range = bytes.subarray(start, end);
  const copy = new Uint8Array(range.length);
  copy.set(range);
  return copy;
}

/** Joins chunks, however many there are, in an array of its own. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Joins several arrays of bytes. For chunks without a known number use {@link joinBytes}, or a {@link ByteCollector}. */
export function concat(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes(chunks);
}

/** Bytes of the first block of a {@link ByteCollector}, if nothing is expected. */
const MIN_BLOCK = 4 * 1024;
/** Bytes that a block has at most beyond what has come: no more is allocated for what a peer only promises. */
const MAX_BLOCK = 1024 * 1024;

/**
 * Collects chunks by copying them into a few large blocks, each as large as all before it, up to 1 MiB. A chunk costs no
 * object, however small it is, and its owner may use its memory again after `add`.
 */
export class ByteCollector {
  readonly #expected: number;
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #used = 0;
  #length = 0;

  /** @param expected bytes that will come, as far as a peer says; advice. */
  constructor(expected = 0) {
    this.#expected =
      Number.isSafeInteger(expected) && expected > 0 ? Math.min(expected, MAX_BLOCK) : MIN_BLOCK;
  }

  /** Bytes that have been added. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const room = this.#block.length - this.#used;
    if (chunk.length > room) {
      this.#put(chunk.subarray(0, room));
      this.#grow(chunk.length - room);
      this.#put(chunk.subarray(room));
    } else this.#put(chunk);
  }

  /** All bytes, in an array that has its buffer for itself. The collector is empty then. */
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

  #put(chunk: Uint8Array): void {
    this.#block.set(chunk, this.#used);
    this.#used += chunk.length;
    this.#length += chunk.length;
  }

  #grow(least: number): void {
    if (this.#used > 0) this.#full.push(this.#block);
    const usual = this.#length === 0 ? this.#expected : Math.min(this.#length, MAX_BLOCK);
    this.#block = new Uint8Array(Math.max(least, usual));
    this.#used = 0;
  }
}
