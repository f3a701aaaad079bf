import { AccessError } from "@anyurl/core";

/** Maximum bytes of one chunk-size line: its size, its extensions, and its line end. */
export const MAX_CHUNK_LINE: number = 8 * 1024;
/** Maximum excess bytes of all chunk-size lines of a body: beyond 16 for each line, and 2 for each byte of content. */
export const MAX_CHUNK_EXCESS: number = 16 * 1024;

const LF = 0x0a;

/**
 * Bounds what a server can send between the bytes of a chunked body (RFC 9112 §7.1.1): a recipient limits the total length
 * of chunk extensions. It only counts; the parser decides what is valid.
 */
export class ChunkLines {
  /** "line": a chunk-size line; "data"; "end": the line end after the data; "trailers": and everything after them. */
  #state: "line" | "data" | "end" | "trailers" = "line";
  #size = 0;
  /** Whether all digits of the size have been read. */
  #isSized = false;
  #line = 0;
  #excess = 0;

  /** @throws {AccessError} too-large */
  read(octets: Uint8Array): void {
    for (let at = 0; at < octets.length; ) {
      if (this.#state === "trailers") return;
      if (this.#state === "data") {
        const skipped = Math.min(this.#size, octets.length - at);
        this.#size -= skipped;
        at += skipped;
        if (this.#size === 0) this.#state = "end";
        continue;
      }
      const octet = octets[at++]!;
      if (this.#state === "line") this.#take(octet);
      else if (octet === LF) this.#state = "line";
    }
  }

  #take(octet: number): void {
    const digit = this.#isSized ? Number.NaN : Number.parseInt(String.fromCharCode(octet), 16);
    if (Number.isNaN(digit)) this.#isSized = true;
    else this.#size = this.#size * 16 + digit;
    if (++this.#line > MAX_CHUNK_LINE) throw tooLarge(MAX_CHUNK_LINE, "in one line");
    if (octet !== LF) return;
    this.#excess = Math.max(0, this.#excess + this.#line - 16 - 2 * this.#size);
    if (this.#excess > MAX_CHUNK_EXCESS) throw tooLarge(MAX_CHUNK_EXCESS, "beyond what its content allows");
    this.#state = this.#size === 0 ? "trailers" : "data";
    this.#line = 0;
    this.#isSized = false;
  }
}

function tooLarge(max: number, where: string): AccessError {
  return new AccessError("too-large", `the response has more than ${max} bytes of chunk extensions ${where}`);
}
