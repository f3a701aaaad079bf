import { AccessError } from "../access-error.ts";
import type { Channel, Exchange } from "./step.ts";

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

  /**
   * The next line without its LF or CR LF; `undefined` when no whole line has arrived.
   *
   * @param maxLine octets that a line may have, its end not counted.
   * @throws {AccessError} too-large: the line is longer, whether or not its end has arrived. `limit` names the option.
   */
  takeLine(maxLine: number, limit = "maxLine"): Uint8Array | undefined {
    const at = this.#octets.subarray(0, this.#end).indexOf(LF, Math.max(this.#searched, this.#start));
    const length = (at < 0 ? this.#end : at) - this.#start;
    // One more octet than allowed may be the CR of the line's end.
    if (length > maxLine + 1) throw tooLong(maxLine, limit);
    if (at < 0) {
      this.#searched = this.#end;
      return undefined;
    }
    const end = at > this.#start && this.#octets[at - 1] === CR ? at - 1 : at;
    if (end - this.#start > maxLine) throw tooLong(maxLine, limit);
    const line = this.#octets.slice(this.#start, end);
    this.#start = at + 1;
    this.#searched = this.#start;
    return line;
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
    const octets = this.#octets.slice(this.#start, end);
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

function tooLong(maxLine: number, limit: string): AccessError {
  return new AccessError("too-large", `the server sent a line of more than ${maxLine} octets`, {
    hint: `raise the limit ${limit}`,
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
  const { maxLine, limit, on, phase } = options;
  for (;;) {
    const line = inbox.takeLine(maxLine, limit);
    if (line !== undefined) return line;
    const octets = yield { do: "receive", ...(on && { on }), ...(phase && { phase }) };
    if (octets === undefined) return undefined;
    inbox.push(octets);
  }
}
