import type { Source } from "@anyurl/core";
import type { CallOptions } from "../options.ts";

/** What a caller writes with: counted, and what it fails with is kept for the caller. */
export class UploadSource {
  /** Set when the source has thrown. */
  failure: { readonly error: unknown } | undefined;
  /** The target is replaced by the whole source or stays as it is. */
  replacesWhole = false;
  readonly #source: Source;
  #octets: AsyncIterator<Uint8Array> | undefined;
  /** The first chunk until the next one is asked for. */
  #first: IteratorResult<Uint8Array> | undefined;
  #holdsFirst = false;
  #isOver = false;
  readonly #onSent: CallOptions["onSent"];
  #isBegun = false;
  #isEnded = false;

  constructor(source: Source, onSent: CallOptions["onSent"]) {
    this.#source = source;
    this.#onSent = onSent;
  }

  /** Has anybody asked for octets? Until then nothing has been written. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Has it given all of its bytes? */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Can it be read from its beginning again? Until the second chunk is asked for, if {@link holdFirst} was called. */
  get canRestart(): boolean {
    return this.#first !== undefined;
  }

  /** Keeps the first chunk, and does not end the source with it. */
  holdFirst(): void {
    this.#holdsFirst = true;
  }

  /** The same octets, counted once the next ones are asked for: then these have been taken. */
  async *octets(): AsyncGenerator<Uint8Array, void, void> {
    this.#isBegun = true;
    this.#octets ??= this.#source[Symbol.asyncIterator]();
    let sent = 0;
    try {
      let next = this.#first ?? (await this.#next(this.#octets));
      if (this.#holdsFirst) this.#first = next;
      while (next.done !== true) {
        const { length } = next.value;
        yield next.value;
        this.#first = undefined;
        sent += length;
        this.#onSent?.({ sent });
        next = await this.#next(this.#octets);
      }
      this.#isEnded = true;
    } finally {
      if (!this.#isOver && this.#first === undefined) await this.#octets.return?.();
    }
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

  /** A source that nobody has asked for anything is ended as well, and so is one that is not read again. */
  async end(): Promise<void> {
    if (this.#isOver || (this.#isBegun && this.#first === undefined)) return;
    this.#isBegun = true;
    this.#first = undefined;
    await (this.#octets ?? this.#source[Symbol.asyncIterator]()).return?.();
  }
}
