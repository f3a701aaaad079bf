import type { Source } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/**
 * A body that can be sent again, after a challenge or a redirect on the same server. The bytes of a source that can be
 * read only once are kept for that, up to a limit.
 */
export class ReplayableBody {
  readonly #source: Source;
  #octets: AsyncIterator<Uint8Array> | undefined;
  readonly #maxHeld: number;
  #kept: Uint8Array[] | undefined = [];
  #held = 0;
  /** The pending read of the source. A reader that was replaced while waiting must not consume its result. */
  #next: Promise<IteratorResult<Uint8Array>> | undefined;
  /** The number of the current reader; earlier readers stop. */
  #turn = 0;

  constructor(source: Source, maxHeld: number) {
    this.#source = source;
    if (source.isRepeatable === false) this.#kept = undefined;
    this.#maxHeld = maxHeld;
  }

  /** Whether all sent bytes are still held. */
  get canReplay(): boolean {
    return this.#kept !== undefined;
  }

  /** Size in bytes, if known. */
  get size(): number | undefined {
    return this.#source.size;
  }

  /** Yields the body from its first byte. Only one reader at a time. */
  async *octets(): AsyncGenerator<Uint8Array> {
    const turn = ++this.#turn;
    if (this.#source.isRepeatable === true) {
      await this.#octets?.return?.();
      this.#octets = this.#source[Symbol.asyncIterator]();
      this.#next = undefined;
    }
    this.#octets ??= this.#source[Symbol.asyncIterator]();
    const octets = this.#octets;
    for (const kept of [...(this.#kept ?? [])]) yield kept;
    for (;;) {
      this.#next ??= octets.next();
      const next = await this.#next;
      if (turn !== this.#turn) return;
      this.#next = undefined;
      if (next.done === true) {
        this.#next = Promise.resolve(next);
        return;
      }
      this.#keep(next.value);
      yield next.value;
    }
  }

  /** Releases the source and the held bytes. */
  leave(): void {
    this.#kept = undefined;
    // Do not wait for a source that hangs.
    (this.#octets ?? this.#source[Symbol.asyncIterator]()).return?.().catch(() => {});
  }

  #keep(octets: Uint8Array): void {
    if (this.#source.isRepeatable === true) return;
    this.#held += octets.length;
    if (this.#held > this.#maxHeld) this.#kept = undefined;
    else this.#kept?.push(copyBytes(octets));
  }
}
