import { AccessError } from "@anyurl/core";
import type { Exchange, Phase } from "@anyurl/core/exchange";

const LF = 0x0a;
const CR = 0x0d;
const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * A queue of received packets that were not read yet. Readers get views of the packets; only a line that spans two
 * packets is copied. The result does not depend on how the bytes were split.
 */
export class Inbox {
  #octets: Uint8Array = NOTHING;
  #at = 0;

  /** Number of bytes waiting to be read. */
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

  /** Takes all waiting bytes. */
  get unread(): Uint8Array {
    return this.#octets.subarray(this.#at);
  }

  /** Marks bytes as read. */
  skip(count: number): void {
    this.#at += count;
    // The reader owns what it was given and can change the packet.
    if (this.#at >= this.#octets.length) {
      this.#octets = NOTHING;
      this.#at = 0;
    }
  }

  /**
   * Takes the next line without its CR LF or LF; returns `undefined` if no complete line has arrived.
   *
   * @throws {AccessError} too-large: the line is longer than `maxLine` bytes, whether or not its end has arrived.
   */
  takeLine(maxLine: number): Uint8Array | undefined {
    const at = this.#octets.indexOf(LF, this.#at);
    // The extra byte can be the CR of the line's end.
    if ((at < 0 ? this.#octets.length : at) - this.#at > maxLine + 1) throw lineTooLongError(maxLine);
    if (at < 0) return undefined;
    const end = at > this.#at && this.#octets[at - 1] === CR ? at - 1 : at;
    if (end - this.#at > maxLine) throw lineTooLongError(maxLine);
    const line = this.#octets.subarray(this.#at, end);
    this.#at = at + 1;
    return line;
  }
}

function lineTooLongError(maxLine: number): AccessError {
  return new AccessError("too-large", `the server sent a line longer than ${maxLine} bytes`, {
    hint: "increase the limit maxLine",
  });
}

/**
 * Receives until a complete line has arrived; returns `undefined` if the peer closes first. The remaining bytes stay in
 * the queue.
 */
export function* receiveLine(
  inbox: Inbox,
  maxLine: number,
  phase: Phase = "reply",
): Exchange<never, Uint8Array | undefined> {
  for (;;) {
    const line = inbox.takeLine(maxLine);
    if (line !== undefined) return line;
    const octets = yield { do: "receive", phase };
    if (octets === undefined) return undefined;
    inbox.push(octets);
  }
}
