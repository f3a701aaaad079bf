import { AccessError } from "../access-error.ts";
import { textOfRange } from "../escape.ts";
import { copyBytes } from "./bytes.ts";
import type { Channel, Exchange, ReceiveStep } from "./step.ts";

const LF = 0x0a;
const CR = 0x0d;

/**
 * What has arrived and has not been read: a queue of octets that gives whole lines. However the octets were
 * cut into packets, the lines are the same.
 */
export class Inbox {
  #octets: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  /** How far the unread octets are known to hold no LF. */
  #searched = 0;

  /** Octets waiting to be read. */
  get size(): number {
    return this.#end - this.#start;
  }

  push(octets: Uint8Array): void {
    if (this.#end + octets.length > this.#octets.length) this.#makeRoom(octets.length);
    this.#octets.set(octets, this.#end);
    this.#end += octets.length;
  }

  /** As {@link push}, of octets that are nobody else's from now on: where nothing waits they are not copied. */
  adopt(octets: Uint8Array): void {
    if (this.size > 0) this.push(octets);
    else {
      this.#octets = octets;
      this.#start = 0;
      this.#searched = 0;
      this.#end = octets.length;
    }
  }

  /**
   * The next line without its LF or CR LF; `undefined` when no whole line has arrived.
   *
   * @param maxLine octets that a line may have, its end not counted.
   * @throws {AccessError} too-large: the line is longer, whether or not its end has arrived. `limit` names the option.
   */
  takeLine(maxLine: number, limit = "maxLine"): Uint8Array | undefined {
    const start = this.#start;
    const end = this.#passLine(maxLine, limit);
    return end < 0 ? undefined : copyBytes(this.#octets, start, end);
  }

  /** As {@link takeLine}: its text, UTF-8, or octets as lone surrogates. */
  takeText(maxLine: number, limit = "maxLine"): string | undefined {
    const start = this.#start;
    const end = this.#passLine(maxLine, limit);
    if (end < 0) return undefined;
    return asciiText(this.#octets, start, end) ?? textOfRange(this.#octets, start, end);
  }

  /** Goes behind the next line; gives the index at which its text ends, -1 when no whole line has arrived. */
  #passLine(maxLine: number, limit: string): number {
    const octets = this.#octets;
    const start = this.#start;
    const filled = this.#end;
    let at = Math.max(this.#searched, start);
    // Lines are short, and a call that looks for an octet takes longer than to look at a hundred of them.
    while (at < filled && octets[at] !== LF) at++;
    // One more octet than allowed may be the CR of the line's end.
    if (at - start > maxLine + 1) throw tooLong(maxLine, limit);
    if (at === filled) {
      this.#searched = filled;
      return -1;
    }
    const end = at > start && octets[at - 1] === CR ? at - 1 : at;
    if (end - start > maxLine) throw tooLong(maxLine, limit);
    this.#start = at + 1;
    this.#searched = this.#start;
    return end;
  }

  /** Drops octets up to and with the next LF; false when none has arrived (and then all are dropped). */
  skipLine(): boolean {
    const at = this.#octets.subarray(0, this.#end).indexOf(LF, this.#start);
    this.#start = at < 0 ? this.#end : at + 1;
    this.#searched = this.#start;
    return at >= 0;
  }

  /** At most `max` of the unread octets, and they are read with that. */
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
    const room =
      needed > this.#octets.length ? new Uint8Array(Math.max(needed, 2 * this.#octets.length)) : this.#octets;
    room.set(unread, 0);
    this.#searched = Math.max(0, this.#searched - this.#start);
    this.#octets = room;
    this.#end = unread.length;
    this.#start = 0;
  }
}

/** What is handed to one String.fromCharCode: more would overflow the stack. */
const LONG = 4096;

/** The text of octets that are ASCII, as nearly all that servers say; `undefined` of others. */
function asciiText(octets: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > LONG) return undefined;
  for (let i = start; i < end; i++) if (octets[i]! >= 0x80) return undefined;
  return String.fromCharCode.apply(null, octets.subarray(start, end) as unknown as number[]);
}

function tooLong(maxLine: number, limit: string): AccessError {
  return new AccessError("too-large", `the server sent a line longer than ${maxLine} bytes`, {
    hint: `increase the limit ${limit}`,
  });
}

export interface ReadLineOptions {
  readonly maxLine: number;
  /** The name of the limit, for the error. Default "maxLine". */
  readonly limit?: string;
  readonly on?: Channel;
  readonly phase?: "reply" | "body" | "farewell";
}

/** Receives until a whole line is there; `undefined` when the peer closes first (what it left is in the inbox). */
export function* readLine(inbox: Inbox, options: ReadLineOptions): Exchange<never, Uint8Array | undefined> {
  for (;;) {
    const line = inbox.takeLine(options.maxLine, options.limit);
    if (line !== undefined) return line;
    const octets = yield receiving(options);
    if (octets === undefined) return undefined;
    inbox.adopt(octets);
  }
}

/** As {@link readLine}: its text, UTF-8, or octets as lone surrogates. */
export function* readText(inbox: Inbox, options: ReadLineOptions): Exchange<never, string | undefined> {
  for (;;) {
    const text = inbox.takeText(options.maxLine, options.limit);
    if (text !== undefined) return text;
    const octets = yield receiving(options);
    if (octets === undefined) return undefined;
    inbox.adopt(octets);
  }
}

/** What most lines come by. */
const RECEIVE: ReceiveStep = { do: "receive" };

function receiving({ on, phase }: ReadLineOptions): ReceiveStep {
  if (on === undefined && phase === undefined) return RECEIVE;
  return { do: "receive", ...(on && { on }), ...(phase && { phase }) };
}
