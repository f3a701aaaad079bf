import { concat, copyBytes, Inbox } from "@anyurl/core/exchange";
import type { EntityReader } from "./entity.ts";

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
const NOTHING = new Uint8Array(0);

/**
 * Reads a text, with or without a Lastline (RFC 1436 §3.8, and practice). RFC 1436 doubles a dot that begins a line and
 * ends the text with a line ".". Real servers send files unchanged, including lines that begin with dots; one of them
 * still adds the final ".". So the reader removes only a last line ".". Whether dots were doubled is known only at the
 * end:
 *
 * - From the first line on that begins with two dots, bytes are held.
 * - A line that begins with a single dot (".x", or a "." with something after it) shows that no dots were doubled: all
 *   bytes are returned unchanged, and from then on only a possible last line is held.
 * - If the text ends with a line ".", doubled dots become single. If it ends otherwise, or more than `maxHeld` bytes
 *   are held, all bytes are returned unchanged.
 *
 * Each byte is inspected once, whatever the chunk sizes.
 */
export class TextEntityReader implements EntityReader {
  readonly framing = "dot";
  readonly #maxHeld: number;
  #undoubled = false;
  #atLineStart = true;
  /** Created if a byte has to be held. */
  #held: Inbox | undefined;
  /** A possible Lastline: "." and the received part of its line end. */
  #last: Uint8Array = NOTHING;

  constructor(maxHeld: number) {
    this.#maxHeld = maxHeld;
  }

  push(octets: Uint8Array): Uint8Array {
    if (octets.length === 0) return octets;
    const atLineStart = this.#last.length > 0 || this.#atLineStart;
    const all = this.#last.length > 0 ? concat(this.#last, octets) : octets;
    const end = all.length - lastlineLength(all, atLineStart);
    this.#last = end === all.length ? NOTHING : copyBytes(all, end);
    const settled = all.subarray(0, end);
    this.#atLineStart = settled.at(-1) === LF;
    return this.#undoubled ? settled : this.#sift(settled, atLineStart);
  }

  isDone(): boolean {
    return false;
  }

  /** True if the last line so far is ".". */
  mayBeComplete(): boolean {
    return this.#last.at(-1) === LF;
  }

  /** The text is complete if a line "." ended it, and no earlier line broke the rules of RFC 1436. */
  end(): ReturnType<EntityReader["end"]> {
    const held = this.#held?.take() ?? NOTHING;
    if (this.#last.length === 0) return { octets: held, complete: "unknown" };
    return { octets: removeDotStuffing(held), complete: this.#undoubled ? "unknown" : true };
  }

  /**
   * Returns the bytes up to the first doubled dot and holds the others. Returns all if a line shows that no dots were
   * doubled.
   */
  #sift(octets: Uint8Array, atLineStart: boolean): Uint8Array {
    const heldSize = this.#held?.size ?? 0;
    let from = heldSize > 0 ? 0 : octets.length;
    for (
      let start = atLineStart ? 0 : findNextLine(octets, 0);
      start < octets.length;
      start = findNextLine(octets, start)
    ) {
      if (octets[start] !== DOT) continue;
      if (octets[start + 1] !== DOT) return this.#giveUp(octets);
      from = Math.min(from, start);
    }
    if (heldSize + octets.length - from > this.#maxHeld) return this.#giveUp(octets);
    if (from === octets.length) return octets;
    this.#held ??= new Inbox();
    this.#held.push(octets.subarray(from));
    return octets.subarray(0, from);
  }

  #giveUp(octets: Uint8Array): Uint8Array {
    this.#undoubled = true;
    const held = this.#held?.take();
    this.#held = undefined;
    return held === undefined ? octets : concat(held, octets);
  }
}

/** Returns the start of the line after the one at `from`, or the length if that line has yet to arrive. */
function findNextLine(octets: Uint8Array, from: number): number {
  const lf = octets.indexOf(LF, from);
  return lf < 0 ? octets.length : lf + 1;
}

/** Returns how many bytes at the end are a line "." or the beginning of one (".", ".CR", ".LF", ".CR LF"), or 0. */
function lastlineLength(octets: Uint8Array, atLineStart: boolean): number {
  const lf = octets.at(-1) === LF ? 1 : 0;
  const cr = octets.at(-1 - lf) === CR ? 1 : 0;
  const dot = octets.length - lf - cr - 1;
  if (octets[dot] !== DOT) return 0;
  const begins = dot === 0 ? atLineStart : octets[dot - 1] === LF;
  return begins ? octets.length - dot : 0;
}

/** Removes one dot from each line that begins with two. */
function removeDotStuffing(octets: Uint8Array): Uint8Array {
  if (octets.length === 0) return octets;
  const single = new Uint8Array(octets.length);
  let length = 0;
  octets.forEach((octet, i) => {
    const doubled = octet === DOT && octets[i + 1] === DOT && (i === 0 || octets[i - 1] === LF);
    if (!doubled) single[length++] = octet;
  });
  return single.slice(0, length);
}
