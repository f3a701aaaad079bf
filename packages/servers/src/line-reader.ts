/** A line from a peer. */
export interface Line {
  /** Without the line end; truncated at the limit if `tooLong`. */
  readonly octets: Uint8Array;
  /** Whether only LF ended it. The RFCs require CR LF, but users with a terminal send LF. */
  readonly bareLf: boolean;
  readonly tooLong: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/** Splits received data into lines. Keeps at most one line of `maxLine` bytes: the rest of a longer line is dropped. */
export class LineReader {
  readonly #held: Uint8Array;
  #length = 0;
  #tooLong = false;

  /** @param maxLine bytes, without the line end. */
  constructor(maxLine: number) {
    // The extra byte can be the CR of the line end.
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

  /** Returns the data after the last line end, when the peer has ended. */
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
