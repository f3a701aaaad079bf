import { AccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import { ByteCollector, concat } from "@anyurl/core/exchange";

/** Lines that have arrived whole, as text that keeps its octets, without LF or CR LF. */
export interface Batch {
  readonly lines: readonly string[];
  /** Behind these lines a limit is passed: nothing more is to be read. */
  readonly failure: AccessError | undefined;
}

type ListingLimits = Pick<Limits, "maxEntryLine" | "maxEntries" | "maxListing">;

const LF = 0x0a;

/** UTF-8 is decoded by the runtime, a block of lines at once; anything else line by line. */
const UTF_8: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of a menu as they arrive, bounded in length, number and sum. A line that is too long is left out
 * and counted. However the octets are cut, the lines are the same, and those before a limit come before its
 * error.
 */
export class Lines {
  readonly #limits: ListingLimits;
  readonly #keepsCr: boolean;
  #octets = 0;
  #lines = 0;
  #skipped = 0;
  /** Is the rest of a line that was too long still to come? */
  #skipping = false;
  /** The beginning of a line. */
  readonly #held: ByteCollector = new ByteCollector();

  /** @param keepsCr lines come with the CR of CR LF, so that one sees which have none. Default false. */
  constructor(limits: ListingLimits, keepsCr = false) {
    this.#limits = limits;
    this.#keepsCr = keepsCr;
  }

  /** Lines that were longer than maxEntryLine. */
  get skipped(): number {
    return this.#skipped;
  }

  push(octets: Uint8Array): Batch {
    const room = this.#limits.maxListing - this.#octets;
    const own = octets.length > room ? octets.subarray(0, room) : octets;
    this.#octets += own.length;
    const lines = this.#linesOf(own);
    const tooMany = this.#count(lines);
    if (tooMany !== undefined || own === octets) return { lines, failure: tooMany };
    return { lines, failure: tooLarge("octets", "maxListing", this.#limits.maxListing) };
  }

  /** The last line, which may lack its end. */
  end(): Batch {
    const lines: string[] = [];
    if (this.#held.length > 0) this.#add(textOf(this.#held.take()), lines);
    return { lines, failure: this.#count(lines) };
  }

  #linesOf(octets: Uint8Array): string[] {
    let from = 0;
    if (this.#skipping) {
      const lf = octets.indexOf(LF);
      if (lf < 0) return [];
      this.#skipping = false;
      from = lf + 1;
    }
    const last = octets.lastIndexOf(LF);
    const lines: string[] = [];
    if (last >= from) {
      const block = octets.subarray(from, last);
      this.#split(this.#held.length > 0 ? concat(this.#held.take(), block) : block, lines);
      from = last + 1;
    }
    this.#held.add(octets.subarray(from));
    // One more octet than allowed may be the CR of the line's end.
    if (this.#held.length > this.#limits.maxEntryLine + 1) {
      this.#held.take();
      this.#skipping = true;
      this.#skipped++;
    }
    return lines;
  }

  /** @param block lines without the LF of the last one. */
  #split(block: Uint8Array, lines: string[]): void {
    let text: string | undefined;
    try {
      text = UTF_8.decode(block);
    } catch {
      // Some line is no UTF-8: then each is looked at by itself.
    }
    if (text === undefined) {
      for (let from = 0; from <= block.length; ) {
        const lf = block.indexOf(LF, from);
        const end = lf < 0 ? block.length : lf;
        this.#add(textOf(block.subarray(from, end)), lines);
        from = end + 1;
      }
      return;
    }
    for (let from = 0; from <= text.length; ) {
      const lf = text.indexOf("\n", from);
      const end = lf < 0 ? text.length : lf;
      this.#add(text.slice(from, end), lines);
      from = end + 1;
    }
  }

  #add(line: string, lines: string[]): void {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    const { maxEntryLine } = this.#limits;
    // A code unit is three octets at most.
    if (text.length * 3 > maxEntryLine && octetsOf(text).length > maxEntryLine) this.#skipped++;
    else lines.push(this.#keepsCr ? line : text);
  }

  /** Leaves no more lines than may be. */
  #count(lines: string[]): AccessError | undefined {
    const { maxEntries } = this.#limits;
    const room = maxEntries - this.#lines;
    this.#lines += lines.length;
    if (lines.length <= room) return undefined;
    lines.length = room;
    return tooLarge("lines", "maxEntries", maxEntries);
  }
}

function tooLarge(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `the listing has more than ${max} ${what}`, {
    hint: `raise the limit ${limit}`,
  });
}
