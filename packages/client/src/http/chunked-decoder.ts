import { AccessError } from "@anyurl/core";

/** Maximum bytes of one chunk-size line: its size, its extensions, and its line end. */
export const MAX_CHUNK_LINE: number = 8 * 1024;
/** Maximum excess bytes of all chunk-size lines of a body: beyond 16 for each line, and 2 for each byte of content. */
export const MAX_CHUNK_EXCESS: number = 16 * 1024;
/** A chunk size that is too large for the counters of other readers. */
const CHUNK_SIZE_OVERFLOW: number = 2 ** 64;

const HT = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SP = 0x20;
const SEMICOLON = 0x3b;

/**
 * Decodes the chunked transfer coding up to the trailer section (RFC 9112 §7.1), however the bytes are split. Lines must
 * end with CR LF. A recipient limits the total length of chunk extensions (§7.1.1).
 */
export class ChunkedDecoder {
  /**
   * "digits": the size; "space": white space after it; "extension": what follows it; "lf": the end of the line; "data";
   * "data-cr", "data-lf": the line end after the data; "end": the last chunk was read.
   */
  #state: "digits" | "space" | "extension" | "lf" | "data" | "data-cr" | "data-lf" | "end" = "digits";
  /** The size of the chunk, or the bytes of it that have not arrived. */
  #size = 0;
  /** The bytes of the current chunk-size line. */
  #line = 0;
  #excess = 0;

  /** Was the last chunk read? The trailer section follows. */
  get isDone(): boolean {
    return this.#state === "end";
  }

  /**
   * Decodes bytes. Moves the content within them together, so that all of it is one range of the same memory.
   *
   * @returns the content, and the bytes after the last chunk, which belong to the trailer section.
   * @throws {AccessError} protocol-error; too-large: too many bytes of chunk extensions.
   */
  decode(bytes: Uint8Array): { readonly content: Uint8Array; readonly rest: Uint8Array } {
    let start = 0;
    let end = 0;
    let at = 0;
    while (at < bytes.length && this.#state !== "end") {
      if (this.#state !== "data") {
        this.#take(bytes[at++]!);
        continue;
      }
      const until = Math.min(bytes.length, at + this.#size);
      if (end === start) start = end = at;
      else bytes.copyWithin(end, at, until);
      end += until - at;
      this.#size -= until - at;
      at = until;
      if (this.#size === 0) this.#state = "data-cr";
    }
    return { content: bytes.subarray(start, end), rest: bytes.subarray(at) };
  }

  /** Takes a byte between the data of chunks. */
  #take(byte: number): void {
    if (this.#state === "data-cr" || this.#state === "data-lf") {
      if (byte !== (this.#state === "data-cr" ? CR : LF)) throw chunkError("the end of a chunk");
      this.#state = this.#state === "data-cr" ? "data-lf" : "digits";
      return;
    }
    if (++this.#line > MAX_CHUNK_LINE) throw tooLargeError(MAX_CHUNK_LINE, "in one line");
    if (this.#state === "lf") {
      if (byte !== LF) throw chunkError("the end of a chunk-size line");
      this.#endLine();
    } else if (this.#state === "extension") {
      if (byte === CR) this.#state = "lf";
      else if (byte < SP && byte !== HT) throw chunkError("a chunk extension");
    } else this.#takeSize(byte);
  }

  /** chunk-size = 1*HEXDIG, up to the end of the line or a ";"   (RFC 9112 §7.1) */
  #takeSize(byte: number): void {
    const digit = this.#state === "digits" ? hexDigit(byte) : -1;
    if (digit >= 0) {
      this.#size = this.#size * 16 + digit;
      if (this.#size >= CHUNK_SIZE_OVERFLOW) throw chunkError("a chunk size");
    } else if (this.#line === 1) throw chunkError("a chunk size");
    else if (byte === SEMICOLON) this.#state = "extension";
    // White space is bad, but allowed before the ";" of an extension (§7.1.1).
    else if (byte === SP || byte === HT) this.#state = "space";
    else if (byte === CR && this.#state === "digits") this.#state = "lf";
    else throw chunkError("a chunk size");
  }

  #endLine(): void {
    this.#excess = Math.max(0, this.#excess + this.#line - 16 - 2 * this.#size);
    if (this.#excess > MAX_CHUNK_EXCESS)
      throw tooLargeError(MAX_CHUNK_EXCESS, "beyond what its content allows");
    this.#state = this.#size === 0 ? "end" : "data";
    this.#line = 0;
  }
}

/** Returns the value of a hexadecimal digit, or -1. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function chunkError(what: string): AccessError {
  return new AccessError("protocol-error", `the body of the response is not valid HTTP/1.1: invalid ${what}`);
}

function tooLargeError(max: number, where: string): AccessError {
  return new AccessError("too-large", `the response has more than ${max} bytes of chunk extensions ${where}`);
}
