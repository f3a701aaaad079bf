import { AccessError } from "@anyurl/core";

/** The bytes of a response, which several ranges can take in turn. */
export class RangeStream {
  /** Can it be read past its range? */
  readonly isOpenEnded: boolean;
  readonly #chunks: AsyncGenerator<Uint8Array, void, void>;
  /** What a range has left of a chunk. */
  #held: Uint8Array = NOTHING;

  constructor(chunks: AsyncGenerator<Uint8Array, void, void>, isOpenEnded: boolean) {
    this.#chunks = chunks;
    this.isOpenEnded = isOpenEnded;
  }

  /** Returns the next bytes, at least one. They belong to the scheme until the next call. @throws {AccessError} truncated */
  async read(most: number): Promise<Uint8Array> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true)
        throw new AccessError("truncated", "the response ended before the range was complete", {
          retryable: true,
        });
      this.#held = next.value;
    }
    const octets = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(octets.length);
    return octets;
  }

  /** @throws {AccessError} changed: there are more bytes. */
  async expectEnd(): Promise<void> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return;
      this.#held = next.value;
    }
    throw new AccessError("changed", "the file on the server is longer than the size that the server told", {
      retryable: true,
      hint: "download it again",
    });
  }

  /** Closes the connection if the response has not ended. Idempotent. */
  async end(): Promise<void> {
    await this.#chunks.return();
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);
