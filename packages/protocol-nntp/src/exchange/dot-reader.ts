import { AccessError } from "@anyurl/core";

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** Where in a line the next octet stands: the two that begin with "dot" are behind octets that were not handed out. */
type Place = "start" | "dot" | "dot cr" | "cr" | "within";

/**
 * A multi-line data block (RFC 3977 §3.1.1), as it arrives: the dot that begins a line is taken off, and CR LF "." CR LF
 * ends the block, exactly that. A line ends with CR LF; a bare CR or LF is an octet like any other.
 */
export class DotReader {
  readonly #maxLine: number;
  #place: Place = "start";
  #ended = false;
  /** Octets of the line that is being read. */
  #line = 0;

  /** @param maxLine octets that a line may have. Default: any. */
  constructor(maxLine: number = Number.POSITIVE_INFINITY) {
    this.#maxLine = maxLine;
  }

  /** Has the line "." been read? */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Reads octets, at most up to the block's end, and adds views of them to `pieces`, which together are the content.
   *
   * @returns how many octets have been read: all, but for those behind the end.
   * @throws {AccessError} too-large: a line has more than maxTextLine octets.
   */
  read(octets: Uint8Array, pieces: Uint8Array[]): number {
    const { length } = octets;
    /** Where that begins which has not been handed out. */
    let from = 0;
    for (let at = 0; at < length; ) {
      const octet = octets[at]!;
      switch (this.#place) {
        case "start":
          this.#place = "within";
          if (octet !== DOT) break;
          if (from < at) pieces.push(octets.subarray(from, at));
          from = ++at;
          this.#place = "dot";
          break;
        case "dot":
          this.#place = octet === CR ? "dot cr" : "within";
          if (octet === CR) at++;
          break;
        case "dot cr":
          if (octet === LF) {
            this.#ended = true;
            return at + 1;
          }
          // It was no end, and the CR is content: one of these octets, or the last one before them.
          if (at === 0) pieces.push(Uint8Array.of(CR));
          this.#place = "within";
          break;
        case "cr":
          this.#place = octet === LF ? "start" : "within";
          if (octet !== LF) break;
          at++;
          this.#checkLine(this.#line - 1);
          this.#line = 0;
          break;
        case "within":
          at = this.#toLineEnd(octets, at);
      }
    }
    const end = this.#place === "dot cr" ? Math.max(from, length - 1) : length;
    if (from < end) pieces.push(octets.subarray(from, end));
    return length;
  }

  /** Behind the next CR LF, or the next bare LF, or all octets. */
  #toLineEnd(octets: Uint8Array, at: number): number {
    const lf = octets.indexOf(LF, at);
    const end = lf < 0 ? octets.length : lf + 1;
    this.#line += end - at;
    if (lf < 0) {
      const last = octets[end - 1] === CR;
      if (last) this.#place = "cr";
      // Its CR may be the half of its end.
      this.#checkLine(this.#line - (last ? 1 : 0));
    } else if (lf > at && octets[lf - 1] === CR) {
      this.#place = "start";
      this.#checkLine(this.#line - 2);
      this.#line = 0;
    } else this.#checkLine(this.#line);
    return end;
  }

  #checkLine(length: number): void {
    if (length <= this.#maxLine) return;
    throw new AccessError("too-large", `a line of the article has more than ${this.#maxLine} octets`, {
      hint: "raise the limit maxTextLine",
    });
  }
}
