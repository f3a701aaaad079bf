import type { Limits } from "../options/limits.ts";
import { textOf } from "../syntax/escape.ts";
import { type AccessError, tooLargeError } from "./access-error.ts";
import { Inbox } from "./inbox.ts";
import type { Entry } from "./operations.ts";

/**
 * The lines of a listing or menu as they arrive, with limits on length, number, and total size. A line that is too long
 * is skipped and counted. Too many lines or bytes end the listing with an error.
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

  /** Number of skipped lines, which were longer than maxEntryLine. */
  get skipped(): number {
    return this.#skipped;
  }

  /** @throws {AccessError} too-large: more than maxListing bytes. */
  push(octets: Uint8Array): void {
    this.#octets += octets.length;
    if (this.#octets > this.#limits.maxListing)
      throw listingTooLargeError("bytes", "maxListing", this.#limits.maxListing);
    this.#inbox.push(octets);
  }

  /**
   * Returns the complete lines received so far, without their ends. At the end of the listing it also returns the last
   * line, which may lack its end.
   *
   * @throws {AccessError} too-large: more than maxEntries lines.
   */
  take(atEnd = false): Generator<Uint8Array, void> {
    const inbox = this.#inbox;
    return this.#each(atEnd, {
      line: (maxLine, limit) => inbox.takeLine(maxLine, limit),
      rest: () => inbox.take(),
    });
  }

  /** Like {@link take}, but returns text: UTF-8, or bytes as lone surrogates. */
  takeTexts(atEnd = false): Generator<string, void> {
    const inbox = this.#inbox;
    return this.#each(atEnd, {
      line: (maxLine, limit) => inbox.takeText(maxLine, limit),
      rest: () => textOf(inbox.take()),
    });
  }

  *#each<Line extends Uint8Array | string>(atEnd: boolean, how: LineReader<Line>): Generator<Line, void> {
    for (;;) {
      if (this.#skipping && !this.#inbox.skipLine()) return;
      this.#skipping = false;
      const line = this.#next(atEnd, how);
      if (line === undefined) return;
      if (line === TOO_LONG) {
        this.#skipped++;
        this.#skipping = true;
        continue;
      }
      if (++this.#lines > this.#limits.maxEntries)
        throw listingTooLargeError("lines", "maxEntries", this.#limits.maxEntries);
      yield line;
    }
  }

  #next<Line>(atEnd: boolean, { line, rest }: LineReader<Line>): Line | typeof TOO_LONG | undefined {
    try {
      const next = line(this.#limits.maxEntryLine, "maxEntryLine");
      return next === undefined && atEnd && this.#inbox.size > 0 ? rest() : next;
    } catch {
      return TOO_LONG;
    }
  }
}

const TOO_LONG: unique symbol = Symbol("line exceeds the limit");

/** How to take a line, and the rest at the end. */
interface LineReader<Line> {
  line(maxLine: number, limit: string): Line | undefined;
  rest(): Line;
}

/** Creates an entry that reports skipped lines; `undefined` if none were skipped. */
export function skippedLinesEntry(
  skipped: number,
  { maxEntryLine }: Pick<Limits, "maxEntryLine">,
): Entry | undefined {
  if (skipped === 0) return undefined;
  const lines = skipped === 1 ? "1 line" : `${skipped} lines`;
  const name = `${lines} skipped: longer than ${maxEntryLine} bytes (increase the limit maxEntryLine)`;
  return { name, kind: "error", url: undefined };
}

/** Creates the error of a listing that exceeds a limit of `max` units: bytes, lines, entries. */
export function listingTooLargeError(what: string, limit: string, max: number): AccessError {
  return tooLargeError(`the listing exceeds the limit of ${max} ${what}`, limit);
}
