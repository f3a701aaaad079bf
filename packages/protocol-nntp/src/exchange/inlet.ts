import { AccessError } from "@anyurl/core";
import type { Exchange, Phase } from "@anyurl/core/exchange";

const LF = 0x0a;
const CR = 0x0d;
const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * What has arrived and has not been read, as views of the packets in which it came: nothing is copied but a line that
 * two packets share. However the octets were cut, what is read is the same.
 */
export class Inlet {
  #octets: Uint8Array = NOTHING;
  #at = 0;

  /** Octets waiting to be read. */
  get size(): number {
    return this.#octets.length - this.#at;
  }

  push(octets: Uint8Array): void {
    if (this.size === 0) this.#octets = octets;
    else {
      const whole = new Uint8Array(this.size + octets.length);
      whole.set(this.unread);
      whole.set(octets, this.size);
      this.#octets = whole;
    }
    this.#at = 0;
  }

  /** All that waits. */
  get unread(): Uint8Array {
    return this.#octets.subarray(this.#at);
  }

  /** So many octets have been read. */
  skip(count: number): void {
    this.#at += count;
    // What has been handed out is the reader's, who may do with the packet what it likes.
    if (this.#at >= this.#octets.length) {
      this.#octets = NOTHING;
      this.#at = 0;
    }
  }

  /**
   * The next line without its CR LF or LF; `undefined` when no whole line has arrived.
   *
   * @throws {AccessError} too-large: the line is longer than `maxLine` octets, whether or not its end has arrived.
   */
  takeLine(maxLine: number): Uint8Array | undefined {
    const at = this.#octets.indexOf(LF, this.#at);
    // One more octet than allowed may be the CR of the line's end.
    if ((at < 0 ? this.#octets.length : at) - this.#at > maxLine + 1) throw tooLong(maxLine);
    if (at < 0) return undefined;
    const end = at > this.#at && this.#octets[at - 1] === CR ? at - 1 : at;
    if (end - this.#at > maxLine) throw tooLong(maxLine);
    const line = this.#octets.subarray(this.#at, end);
    this.#at = at + 1;
    return line;
  }
}

function tooLong(maxLine: number): AccessError {
  return new AccessError("too-large", `the server sent a line of more than ${maxLine} octets`, {
    hint: "raise the limit maxLine",
  });
}

/** Receives until a whole line is there; `undefined` when the peer closes first (what it left is in the inlet). */
export function* receiveLine(
  inlet: Inlet,
  maxLine: number,
  phase: Phase = "reply",
): Exchange<never, Uint8Array | undefined> {
  for (;;) {
    const line = inlet.takeLine(maxLine);
    if (line !== undefined) return line;
    const octets = yield { do: "receive", phase };
    if (octets === undefined) return undefined;
    inlet.push(octets);
  }
}
