import { textOfRange } from "../syntax/escape.ts";
import { type AccessError, tooLargeError } from "./access-error.ts";
import { copyBytes } from "./bytes.ts";
import type { Channel, Exchange, ReceiveStep } from "./step.ts";

const LF = 0x0a;
const CR = 0x0d;

/**
 * Received bytes that were not read yet: a queue that yields whole lines, however the bytes were split into packets.
 */
export class Inbox {
  #octets: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  /** The offset up to which the unread bytes contain no LF. */
  #searched = 0;
  /** Does a reader have a view of the buffer? Then it is never written again. */
  #isShared = false;

  /** Number of unread bytes. */
  get size(): number {
    return this.#end - this.#start;
  }

  push(octets: Uint8Array): void {
    if (this.#end + octets.length > this.#octets.length) this.#makeRoom(octets.length);
    this.#octets.set(octets, this.#end);
    this.#end += octets.length;
  }

  /** Like {@link push}, but takes ownership of the bytes: if the inbox is empty, they are not copied. */
  adopt(octets: Uint8Array): void {
    if (this.size > 0) this.push(octets);
    else {
      this.#octets = octets;
      this.#start = 0;
      this.#searched = 0;
      this.#end = octets.length;
      this.#isShared = false;
    }
  }

  /** Returns the unread bytes without a copy. The reader can keep the view, and change those that it skips. */
  peek(): Uint8Array {
    this.#isShared = true;
    return this.#octets.subarray(this.#start, this.#end);
  }

  /** Drops the next bytes, which {@link peek} has returned. */
  skip(count: number): void {
    this.#start = Math.min(this.#end, this.#start + count);
  }

  /**
   * Returns the next line without its LF or CR LF; `undefined` if no whole line has arrived.
   *
   * @param maxLine maximum bytes of a line, without its end.
   * @throws {AccessError} too-large: the line is longer, whether or not its end has arrived. `limit` names the option.
   */
  takeLine(maxLine: number, limit = "maxLine"): Uint8Array | undefined {
    const start = this.#start;
    const end = this.#passLine(maxLine, limit);
    return end < 0 ? undefined : copyBytes(this.#octets, start, end);
  }

  /** Like {@link takeLine}, but returns text: UTF-8, or bytes as lone surrogates. */
  takeText(maxLine: number, limit = "maxLine"): string | undefined {
    const start = this.#start;
    const end = this.#passLine(maxLine, limit);
    return end < 0 ? undefined : textOfRange(this.#octets, start, end);
  }

  /** Advances past the next line and returns the index of the end of its text, or -1 if no whole line has arrived. */
  #passLine(maxLine: number, limit: string): number {
    const octets = this.#octets;
    const start = this.#start;
    const filled = this.#end;
    let at = Math.max(this.#searched, start);
    // Lines are short, and an indexOf call costs more than a loop over a hundred bytes.
    while (at < filled && octets[at] !== LF) at++;
    // One byte more than allowed can be the CR of the line end.
    if (at - start > maxLine + 1) throw lineTooLongError(maxLine, limit);
    if (at === filled) {
      this.#searched = filled;
      return -1;
    }
    const end = at > start && octets[at - 1] === CR ? at - 1 : at;
    if (end - start > maxLine) throw lineTooLongError(maxLine, limit);
    this.#start = at + 1;
    this.#searched = this.#start;
    return end;
  }

  /** Drops bytes up to and including the next LF; returns false if none has arrived (then it drops all). */
  skipLine(): boolean {
    const at = this.#octets.subarray(0, this.#end).indexOf(LF, this.#start);
    this.#start = at < 0 ? this.#end : at + 1;
    this.#searched = this.#start;
    return at >= 0;
  }

  /** Reads at most `max` bytes. */
  take(max: number = this.size): Uint8Array {
    const end = Math.min(this.#end, this.#start + max);
    const octets = copyBytes(this.#octets, this.#start, end);
    this.#start = end;
    this.#searched = Math.max(this.#searched, end);
    return octets;
  }

  #makeRoom(more: number): void {
    const unread = this.#octets.subarray(this.#start, this.#end);
    const needed = unread.length + more;
    const isNew = this.#isShared || needed > this.#octets.length;
    const room = isNew ? new Uint8Array(Math.max(needed, 2 * unread.length)) : this.#octets;
    this.#isShared = false;
    room.set(unread, 0);
    this.#searched = Math.max(0, this.#searched - this.#start);
    this.#octets = room;
    this.#end = unread.length;
    this.#start = 0;
  }
}

function lineTooLongError(maxLine: number, limit: string): AccessError {
  return tooLargeError(`the server sent a line longer than ${maxLine} bytes`, limit);
}

export interface ReadLineOptions {
  readonly maxLine: number;
  /** The name of the limit for the error. Default "maxLine". */
  readonly limit?: string;
  readonly on?: Channel;
  readonly phase?: "reply" | "body" | "farewell";
}

/**
 * Receives until a whole line has arrived. Returns `undefined` if the peer closes first; the rest stays in the inbox.
 */
export function* readLine(inbox: Inbox, options: ReadLineOptions): Exchange<never, Uint8Array | undefined> {
  for (;;) {
    const line = inbox.takeLine(options.maxLine, options.limit);
    if (line !== undefined) return line;
    const octets = yield createReceiveStep(options);
    if (octets === undefined) return undefined;
    inbox.adopt(octets);
  }
}

/** Like {@link readLine}, but returns text: UTF-8, or bytes as lone surrogates. */
export function* readText(inbox: Inbox, options: ReadLineOptions): Exchange<never, string | undefined> {
  for (;;) {
    const text = inbox.takeText(options.maxLine, options.limit);
    if (text !== undefined) return text;
    const octets = yield createReceiveStep(options);
    if (octets === undefined) return undefined;
    inbox.adopt(octets);
  }
}

/** The step of most lines, shared to avoid an allocation. */
const RECEIVE: ReceiveStep = { do: "receive" };

function createReceiveStep({ on, phase }: ReadLineOptions): ReceiveStep {
  if (on === undefined && phase === undefined) return RECEIVE;
  return { do: "receive", ...(on && { on }), ...(phase && { phase }) };
}
