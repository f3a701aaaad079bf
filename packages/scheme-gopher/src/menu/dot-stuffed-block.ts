import { concat, copyBytes, joinBytes } from "@anyurl/core/exchange";

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * Reads a block that ends with a line "." (Gopher+ §2.3, "+-1"). Removes one of two leading dots from a line. A bare LF
 * does not end a line, so "." between two of them is data. Each byte is inspected once, whatever the chunk sizes.
 */
export class DotStuffedBlock {
  #ended = false;
  #atLineStart = true;
  /** The last byte that was returned or held. */
  #last = 0;
  /** The beginning of a line whose dots cannot be decided yet: ".", ". CR". */
  #held: Uint8Array = NOTHING;

  get ended(): boolean {
    return this.#ended;
  }

  /** Takes bytes and returns the decoded bytes of the block, without those after its end. */
  push(octets: Uint8Array): Uint8Array {
    if (this.#ended || octets.length === 0) return NOTHING;
    const all = this.#held.length > 0 ? concat(this.#held, octets) : octets;
    this.#held = NOTHING;
    const pieces: Uint8Array[] = [];
    let from = 0;
    let line = this.#atLineStart ? 0 : this.#nextLine(all, 0);
    while (line < all.length) {
      if (all[line] === DOT) {
        const next = all[line + 1];
        if (next === undefined || (next === CR && line + 2 === all.length)) {
          pieces.push(all.subarray(from, line));
          this.#held = copyBytes(all, line);
          this.#atLineStart = true;
          return joinChunks(pieces);
        }
        if (next === CR && all[line + 2] === LF) {
          this.#ended = true;
          pieces.push(all.subarray(from, line));
          return joinChunks(pieces);
        }
        if (next === DOT) {
          pieces.push(all.subarray(from, line));
          from = line + 1;
        }
      }
      line = this.#nextLine(all, line);
    }
    pieces.push(all.subarray(from));
    const before = all.length === 1 ? this.#last : all.at(-2);
    this.#last = all.at(-1)!;
    this.#atLineStart = this.#last === LF && before === CR;
    return joinChunks(pieces);
  }

  /** Returns the start of the line after the one at `from`, or the length if it is the last line. */
  #nextLine(all: Uint8Array, from: number): number {
    for (let lf = all.indexOf(LF, from); lf >= 0; lf = all.indexOf(LF, lf + 1)) {
      if ((lf === 0 ? this.#last : all[lf - 1]) === CR) return lf + 1;
    }
    return all.length;
  }
}

function joinChunks(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : joinBytes(pieces);
}
