/** A line that a peer has sent. */
export interface Line {
  /** Without the line's end; cut off at the limit when `tooLong`. */
  readonly octets: Uint8Array;
  /** Ended by LF alone. The RFCs want CR LF; people at a terminal send what they have. */
  readonly bareLf: boolean;
  readonly tooLong: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * Cuts what arrives into lines, and never holds more than one line of `maxLine` octets: the rest of a longer
 * one is dropped up to its end.
 */
export class LineReader {
  readonly #held: Uint8Array;
  #length = 0;
  #tooLong = false;

  /** @param maxLine octets, the line's end not counted. */
  constructor(maxLine: number) {
    // One more octet may be the CR of the line's end.
    this.#held = new Uint8Array(maxLine + 1);
  }

  *read(octets: Uint8Array): Generator<Line> {
    let from = 0;
    for (let at = octets.indexOf(LF); at >= 0; at = octets.indexOf(LF, from)) {
      this.#hold(octets.subarray(from, at));
      from = at + 1;
      const crlf = this.#length > 0 && this.#held[this.#length - 1] === CR;
      yield this.#take(crlf ? this.#length - 1 : this.#length, !crlf);
    }
    this.#hold(octets.subarray(from));
  }

  /** What came after the last line end, when the peer says no more. */
  rest(): Line | undefined {
    return this.#length === 0 ? undefined : this.#take(this.#length, false);
  }

  #hold(octets: Uint8Array): void {
    const room = this.#held.length - this.#length;
    if (octets.length > room) this.#tooLong = true;
    this.#held.set(octets.subarray(0, room), this.#length);
    this.#length += Math.min(octets.length, room);
  }

  #take(length: number, bareLf: boolean): Line {
    const tooLong = this.#tooLong || length === this.#held.length;
    const line = { octets: this.#held.slice(0, length), bareLf, tooLong };
    this.#length = 0;
    this.#tooLong = false;
    return line;
  }
}
