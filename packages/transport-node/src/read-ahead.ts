import { readBuffer, releaseBuffer } from "./read-buffer.ts";

/** Fewer octets than these are copied out of a buffer rather than kept in it. */
const MIN_KEPT_BYTES = 4 * 1024;

/**
 * The two buffers that a socket is read into by turns: while the octets in one are on loan, or wait to be, the other one
 * fills. So a reader who writes what he gets to a file finds the next octets there when he is done, and nothing is copied.
 */
export class ReadAhead {
  /** What the next read fills. It is not read into while somebody else has it. */
  #next: Uint8Array | undefined;
  /** The other one; `undefined` until it is needed. */
  #other: Uint8Array | undefined;
  /** Octets that wait in buffers, and have all of theirs. */
  readonly #kept: { readonly octets: Uint8Array; readonly buffer: Uint8Array }[] = [];
  #lent: Uint8Array | undefined;
  #closed = false;

  /** What the next read fills. */
  get buffer(): Uint8Array {
    this.#next ??= readBuffer();
    return this.#next;
  }

  /** Octets that wait. */
  get size(): number {
    return this.#kept.length === 0 ? 0 : this.#kept.reduce((size, { octets }) => size + octets.length, 0);
  }

  /** May the socket be read? */
  get hasRoom(): boolean {
    const next = this.#next;
    return next === undefined || !(next === this.#lent || this.#isKept(next));
  }

  /** The first so many octets of the buffer have been read, and go to somebody on loan. */
  lend(length: number): Uint8Array {
    const { buffer } = this;
    this.#lent = buffer;
    this.#turn();
    return buffer.subarray(0, length);
  }

  /** The first so many octets of the buffer have been read, and wait there; false: they are better copied. */
  keep(length: number): boolean {
    if (length < MIN_KEPT_BYTES) return false;
    const { buffer } = this;
    this.#kept.push({ octets: buffer.subarray(0, length), buffer });
    this.#turn();
    return true;
  }

  /** The octets that have waited longest: on loan, or in an array of their own. */
  take(onLoan: boolean): Uint8Array | undefined {
    if (this.#kept.length === 0) return undefined;
    const first = this.#kept.shift()!;
    if (onLoan) {
      this.#lent = first.buffer;
      return first.octets;
    }
    this.#isFree(first.buffer);
    return first.octets.slice();
  }

  /** What was on loan is not looked at any more. */
  settle(): void {
    const lent = this.#lent;
    this.#lent = undefined;
    if (lent !== undefined) this.#isFree(lent);
  }

  /** Nothing more is read. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const buffer of [this.#next, this.#other]) {
      if (buffer !== undefined && buffer !== this.#lent && !this.#isKept(buffer)) releaseBuffer(buffer);
    }
  }

  /** What waits is wanted no more. */
  drop(): void {
    while (this.#kept.length > 0) this.#isFree(this.#kept.pop()!.buffer);
  }

  #isKept(buffer: Uint8Array): boolean {
    return this.#kept.length > 0 && this.#kept.some((each) => each.buffer === buffer);
  }

  #turn(): void {
    const other = this.#other ?? readBuffer();
    this.#other = this.#next;
    this.#next = other;
  }

  /** After the socket's end a buffer goes to the next one. */
  #isFree(buffer: Uint8Array): void {
    if (this.#closed) releaseBuffer(buffer);
  }
}
