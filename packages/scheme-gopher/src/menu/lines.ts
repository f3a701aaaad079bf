import { type AccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import { ByteCollector, concat, listingTooLargeError } from "@anyurl/core/exchange";

/** Complete lines, as byte-preserving text, without LF or CR LF. */
export interface LineBatch {
  readonly lines: readonly string[];
  /** The limit that was exceeded after these lines. Stop reading. */
  readonly failure: AccessError | undefined;
}

type ListingLimits = Pick<Limits, "maxEntryLine" | "maxEntries" | "maxListing">;

const LF = 0x0a;

/** The runtime decodes UTF-8, a block of lines at a time; other bytes are decoded line by line. */
const UTF_8: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Splits a menu into lines as it arrives, with limits for their length, number, and total size. A line that is too long
 * is skipped and counted. The result does not depend on the chunk sizes, and the lines before an exceeded limit come
 * before its error.
 */
export class MenuLineSplitter {
  readonly #limits: ListingLimits;
  readonly #keepsCr: boolean;
  #octets = 0;
  #lines = 0;
  #skipped = 0;
  /** True while the rest of a line that is too long has yet to arrive. */
  #skipping = false;
  /** The beginning of an incomplete line. */
  readonly #held: ByteCollector = new ByteCollector();

  /** @param keepsCr keep the CR of CR LF, so that the caller sees lines without one. Default false. */
  constructor(limits: ListingLimits, keepsCr = false) {
    this.#limits = limits;
    this.#keepsCr = keepsCr;
  }

  /** The number of lines longer than maxEntryLine. */
  get skipped(): number {
    return this.#skipped;
  }

  push(octets: Uint8Array): LineBatch {
    const room = this.#limits.maxListing - this.#octets;
    const own = octets.length > room ? octets.subarray(0, room) : octets;
    this.#octets += own.length;
    const lines = this.#takeLines(own);
    const tooMany = this.#count(lines);
    if (tooMany !== undefined || own === octets) return { lines, failure: tooMany };
    return { lines, failure: listingTooLargeError("bytes", "maxListing", this.#limits.maxListing) };
  }

  /** Returns the last line, which can lack its line end. */
  end(): LineBatch {
    const lines: string[] = [];
    if (this.#held.length > 0) this.#add(textOf(this.#held.take()), lines);
    return { lines, failure: this.#count(lines) };
  }

  #takeLines(octets: Uint8Array): string[] {
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
    // The extra byte can be the CR of the line end.
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
      // A line is not valid UTF-8: decode each line separately.
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
    // A code unit is 3 bytes at most in UTF-8.
    if (text.length * 3 > maxEntryLine && octetsOf(text).length > maxEntryLine) this.#skipped++;
    else lines.push(this.#keepsCr ? line : text);
  }

  /** Drops the lines above the limit and returns its error. */
  #count(lines: string[]): AccessError | undefined {
    const { maxEntries } = this.#limits;
    const room = maxEntries - this.#lines;
    this.#lines += lines.length;
    if (lines.length <= room) return undefined;
    lines.length = room;
    return listingTooLargeError("lines", "maxEntries", maxEntries);
  }
}
