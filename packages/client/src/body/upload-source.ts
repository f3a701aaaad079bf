import { AccessError, type Source } from "@anyurl/core";

/** Wraps the source of a write: counts its bytes, and keeps its error for the caller. */
export class UploadSource {
  /** Set if the source has thrown. */
  failure: { readonly error: unknown } | undefined;
  /** The target is replaced by the whole source or stays unchanged. */
  replacesWhole = false;
  /** Has reading started? Until then nothing was written. */
  isBegun = false;
  /** Has the source given all of its bytes? */
  isEnded = false;
  readonly #source: Source;
  #octets: AsyncIterator<Uint8Array> | undefined;
  /** The first chunk, until the next one is requested. */
  #first: IteratorResult<Uint8Array> | undefined;
  #holdsFirst = false;
  #isOver = false;
  readonly #onSent: ((sent: number) => void) | undefined;
  #isClosed = false;

  /** @param onSent called with the bytes that were written so far. */
  constructor(source: Source, onSent: ((sent: number) => void) | undefined) {
    this.#source = source;
    this.#onSent = onSent;
  }

  /**
   * Can the source be read from the start again? Otherwise only until the second chunk is requested, if {@link holdFirst}
   * was called.
   */
  get canRestart(): boolean {
    return this.#first !== undefined || this.#source.isRepeatable === true;
  }

  /** Keeps the first chunk, so that the source can be read from the start again. */
  holdFirst(): void {
    this.#holdsFirst = true;
  }

  /** What the scheme reads: its chunks, and what is known of them. A second reader is only for a repeatable source. */
  source(): Source {
    const { size, isRepeatable } = this.#source;
    return {
      ...(size !== undefined && { size }),
      ...(isRepeatable !== undefined && { isRepeatable }),
      [Symbol.asyncIterator]: () => this.octets(),
    };
  }

  /**
   * Yields the chunks. Each is counted when the next one is requested, because it has been written by then.
   *
   * @throws {AccessError} aborted: the write has ended before its source was read.
   */
  async *octets(): AsyncGenerator<Uint8Array, void, void> {
    // The end of the source would look like an empty one.
    if (this.#isClosed) throw new AccessError("aborted", "the write has ended");
    this.isBegun = true;
    if (this.#source.isRepeatable === true && this.#first === undefined) await this.#restart();
    this.#octets ??= this.#source[Symbol.asyncIterator]();
    const octets = this.#octets;
    let sent = 0;
    try {
      let next = this.#first ?? (await this.#next(octets));
      if (this.#holdsFirst) this.#first = next;
      while (next.done !== true) {
        const { length } = next.value;
        yield next.value;
        this.#first = undefined;
        sent += length;
        this.#onSent?.(sent);
        next = await this.#next(octets);
      }
      this.isEnded = true;
    } finally {
      if (!this.#isOver && this.#first === undefined) await octets.return?.();
    }
  }

  async #restart(): Promise<void> {
    const before = this.#octets;
    this.#octets = undefined;
    this.#isOver = false;
    this.isEnded = false;
    await before?.return?.();
  }

  async #next(octets: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      const next = await octets.next();
      this.#isOver = next.done === true;
      return next;
    } catch (error) {
      this.failure = { error };
      this.#isOver = true;
      throw error;
    }
  }

  /** Ends the source now, also if a chunk of it is awaited. */
  abandon(): void {
    if (this.#isOver) return;
    const octets = this.#octets ?? this.#source[Symbol.asyncIterator]();
    this.#isOver = true;
    octets.return?.().catch(() => {});
  }

  /** Ends the source, also if it was not read or is not read again. */
  async end(): Promise<void> {
    this.#isClosed = true;
    if (this.#isOver || (this.isBegun && this.#first === undefined)) return;
    this.isBegun = true;
    this.#first = undefined;
    await (this.#octets ?? this.#source[Symbol.asyncIterator]()).return?.();
  }
}
