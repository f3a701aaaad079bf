import { tooLargeError } from "./access-error.ts";

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/**
 * The position of the next byte in a line. In the two states that begin with "dot", the bytes before it were not
 * emitted.
 */
type LineState = "start" | "dot" | "dot cr" | "cr" | "within";

export interface DotReaderOptions {
  /** Maximum bytes of a line. Default: no limit. */
  readonly maxLine?: number;
  /** Keep a dot that begins a line, unless another dot follows, for servers that double no dots. Default false. */
  readonly keepsSingleDots?: boolean;
}

/**
 * Reads a multi-line data block (RFC 3977 §3.1.1; RFC 1436 §3.8) as it arrives. Removes the dot that begins a line. Only
 * CR LF "." CR LF ends the block. A line ends with CR LF; a bare CR or LF is content.
 */
export class DotReader {
  readonly #maxLine: number;
  readonly #keepsSingleDots: boolean;
  #place: LineState = "start";
  #ended = false;
  /** Bytes of the current line. */
  #line = 0;

  constructor({ maxLine = Number.POSITIVE_INFINITY, keepsSingleDots = false }: DotReaderOptions = {}) {
    this.#maxLine = maxLine;
    this.#keepsSingleDots = keepsSingleDots;
  }

  /** Whether the line "." was read. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Reads bytes up to the end of the block, and appends views of them to `pieces`. Together they are the content.
   *
   * @returns the number of bytes read: all, except those after the end.
   * @throws {AccessError} too-large: a line has more than maxTextLine bytes.
   */
  read(octets: Uint8Array, pieces: Uint8Array[]): number {
    if (this.#ended) return 0;
    const { length } = octets;
    /** The start of the bytes that were not emitted. */
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
          else if (this.#keepsSingleDots && octet !== DOT) {
            if (at === 0) pieces.push(Uint8Array.of(DOT));
            else from = at - 1;
          }
          break;
        case "dot cr":
          if (octet === LF) {
            this.#ended = true;
            return at + 1;
          }
          // It was not the end, so the CR is content: one of these bytes, or the last one before them.
          if (this.#keepsSingleDots) {
            if (at < 2) pieces.push(at === 0 ? Uint8Array.of(DOT, CR) : Uint8Array.of(DOT));
            else from = at - 2;
          } else if (at === 0) pieces.push(Uint8Array.of(CR));
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

  /** Returns the offset after the next CR LF or bare LF, or the end of the bytes. */
  #toLineEnd(octets: Uint8Array, at: number): number {
    const lf = octets.indexOf(LF, at);
    const end = lf < 0 ? octets.length : lf + 1;
    this.#line += end - at;
    if (lf < 0) {
      const last = octets[end - 1] === CR;
      if (last) this.#place = "cr";
      // Its CR can be the first half of its end.
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
    throw tooLargeError(`a line of the text exceeds the limit of ${this.#maxLine} bytes`, "maxTextLine");
  }
}
