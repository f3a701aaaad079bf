import { AccessError } from "../access-error.ts";
import type { Limits } from "../limits.ts";
import { Inbox } from "./inbox.ts";
import type { Entry } from "./operations.ts";

/**
 * The lines of a listing or menu, as they arrive: bounded in length, number and sum. A line that is too long is left
 * out and counted; too many of them, or too many octets, end the listing with an error.
 */
export class ListingLines {
  readonly #inbox = new Inbox();
  readonly #limits: Pick<Limits, "maxEntryLine" | "maxEntries" | "maxListing">;
  #octets = 0;
  #lines = 0;
  #skipped = 0;
  #skipping = false;

  constructor(limits: Pick<Limits, "maxEntryLine" | "maxEntries" | "maxListing">) {
    this.#limits = limits;
  }

  /** Lines that were longer than maxEntryLine. */
  get skipped(): number {
    return this.#skipped;
  }

  /** @throws {AccessError} too-large: more than maxListing octets. */
  push(octets: Uint8Array): void {
    this.#octets += octets.length;
    if (this.#octets > this.#limits.maxListing)
      throw tooLarge("octets", "maxListing", this.#limits.maxListing);
    this.#inbox.push(octets);
  }

  /**
   * The lines that have arrived whole, without their ends; at the end of the listing its last one, too, which may
   * lack its end.
   *
   * @throws {AccessError} too-large: more than maxEntries lines.
   */
  *take(atEnd = false): Generator<Uint8Array, void> {
    for (;;) {
      if (this.#skipping && !this.#inbox.skipLine()) return;
      this.#skipping = false;
      const line = this.#next(atEnd);
      if (line === undefined) return;
      if (line === "too long") {
        this.#skipped++;
        this.#skipping = true;
        continue;
      }
      if (++this.#lines > this.#limits.maxEntries)
        throw tooLarge("lines", "maxEntries", this.#limits.maxEntries);
      yield line;
    }
  }

  #next(atEnd: boolean): Uint8Array | "too long" | undefined {
    try {
      const line = this.#inbox.takeLine(this.#limits.maxEntryLine, "maxEntryLine");
      if (line !== undefined || !atEnd || this.#inbox.size === 0) return line;
      return this.#inbox.take();
    } catch {
      return "too long";
    }
  }
}

/** Tells a reader of entries that some are missing; `undefined` when none is. */
export function entryForSkipped(
  skipped: number,
  { maxEntryLine }: Pick<Limits, "maxEntryLine">,
): Entry | undefined {
  if (skipped === 0) return undefined;
  const lines = skipped === 1 ? "1 line was" : `${skipped} lines were`;
  const name = `${lines} longer than ${maxEntryLine} octets, and left out (raise the limit maxEntryLine)`;
  return { name, kind: "error", url: undefined };
}

function tooLarge(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `the listing has more than ${max} ${what}`, {
    hint: `raise the limit ${limit}`,
  });
}
