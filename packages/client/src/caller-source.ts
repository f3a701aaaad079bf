import type { Source } from "@anyurl/core";
import type { CallOptions } from "./opening.ts";

/** What a caller writes with: counted, and what it fails with is kept for the caller. */
export class CallerSource {
  /** Set when the source has thrown. */
  failure: { readonly error: unknown } | undefined;
  /** The target is replaced by the whole source or stays as it is. */
  replacesWhole = false;
  readonly #source: Source;
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

  /** The same octets, counted once the next ones are asked for: then these have been taken. */
  async *octets(): AsyncGenerator<Uint8Array, void, void> {
    this.#isBegun = true;
    let sent = 0;
    const octets = this.#source[Symbol.asyncIterator]();
    let isOver = false;
    try {
      for (;;) {
        const next = await octets.next().catch((error) => {
          this.failure = { error };
          isOver = true;
          throw error;
        });
        isOver = next.done === true;
        if (next.done === true) {
          this.#isEnded = true;
          return;
        }
        const { length } = next.value;
        yield next.value;
        sent += length;
        this.#onSent?.({ sent });
      }
    } finally {
      if (!isOver) await octets.return?.();
    }
  }

  /** A source that nobody has asked for anything is ended as well. */
  async end(): Promise<void> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    await this.#source[Symbol.asyncIterator]().return?.();
  }
}
