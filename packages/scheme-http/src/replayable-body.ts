import type { Source } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/**
 * A body that can be sent again, after a challenge or a redirect on the same server. The sent bytes are kept for that,
 * up to a limit.
 */
export class ReplayableBody {
  readonly #octets: AsyncIterator<Uint8Array>;
  readonly #maxHeld: number;
  #kept: Uint8Array[] | undefined = [];
  #held = 0;
  /** The pending read of the source. A reader that was replaced while waiting must not consume its result. */
  #next: Promise<IteratorResult<Uint8Array>> | undefined;
  /** The number of the current reader; earlier readers stop. */
  #turn = 0;

  constructor(source: Source, maxHeld: number) {
    this.#octets = source[Symbol.asyncIterator]();
    this.#maxHeld = maxHeld;
  }

  /** Whether all sent bytes are still held. */
  get canReplay(): boolean {
    return this.#kept !== undefined;
  }

  /** Yields the body from its first byte. Only one reader at a time. */
  async *octets(): AsyncGenerator<Uint8Array> {
    const turn = ++this.#turn;
    for (const octets of [...(this.#kept ?? [])]) yield octets;
    for (;;) {
      this.#next ??= this.#octets.next();
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
    this.#octets.return?.().catch(() => {});
  }

  #keep(octets: Uint8Array): void {
    this.#held += octets.length;
    if (this.#held > this.#maxHeld) this.#kept = undefined;
    else this.#kept?.push(copyBytes(octets));
  }
}
