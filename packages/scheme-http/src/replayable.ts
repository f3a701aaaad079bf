import type { Source } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/**
 * A body that may have to be sent again: after a challenge, or to where a redirect of the same server leads. What has been
 * sent is kept for that up to a limit.
 */
export class Replayable {
  readonly #octets: AsyncIterator<Uint8Array>;
  readonly #maxHeld: number;
  #kept: Uint8Array[] | undefined = [];
  #held = 0;
  /** What the source gives next: one who was left while he waited for it may not have it all the same. */
  #next: Promise<IteratorResult<Uint8Array>> | undefined;
  /** Who sends it: one before him that still waits for octets has no business with them. */
  #turn = 0;

  constructor(source: Source, maxHeld: number) {
    this.#octets = source[Symbol.asyncIterator]();
    this.#maxHeld = maxHeld;
  }

  /** Is everything still there that was sent? */
  get canBegin(): boolean {
    return this.#kept !== undefined;
  }

  /** The body from its first octet on. One at a time. */
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

  /** Nobody wants the rest. */
  leave(): void {
    this.#kept = undefined;
    // One that hangs is not waited for.
    this.#octets.return?.().catch(() => {});
  }

  #keep(octets: Uint8Array): void {
    this.#held += octets.length;
    if (this.#held > this.#maxHeld) this.#kept = undefined;
    else this.#kept?.push(copyBytes(octets));
  }
}
