import { concat, copyBytes, Inbox } from "@anyurl/core/exchange";

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
const NOTHING = new Uint8Array(0);

/** What a text ends with: octets that were held back, and whether a Lastline says that they are the last. */
export interface TextEnd {
  readonly octets: Uint8Array;
  /** A line "." ended the text, and no line before it spoke against RFC 1436's rules. */
  readonly lastline: boolean;
}

/**
 * A text entity as it arrives. RFC 1436 doubles a dot that begins a line and ends with a line "."; real servers send
 * files as they are, lines of dots and all, and one of them puts the line "." behind them all the same. So a last line
 * "." is left out, and no other; and whether dots were doubled, only the end tells:
 *
 * - from the first line on that begins with two dots, octets are held back;
 * - a line that begins with a single one (".x", or a "." with something after it) shows that nothing was doubled: all
 *   is given as it came, and from then on nothing is held but what may be the last line;
 * - the text ends with a line ".": doubled dots are made single. It ends otherwise, or more than `maxHeld` octets are
 *   held: all is given as it came.
 *
 * Each octet is looked at once, however the text is cut.
 */
export class Text {
  readonly #maxHeld: number;
  #undoubled = false;
  #atLineStart = true;
  #held = new Inbox();
  /** The last line so far, where it could be the Lastline: "." and what has come of its end. */
  #last: Uint8Array = NOTHING;

  constructor(maxHeld: number) {
    this.#maxHeld = maxHeld;
  }

  /** Takes octets in; gives those whose meaning is certain. */
  push(octets: Uint8Array): Uint8Array {
    if (octets.length === 0) return octets;
    const atLineStart = this.#last.length > 0 || this.#atLineStart;
    const all = this.#last.length > 0 ? concat(this.#last, octets) : octets;
    const end = all.length - lastlineLength(all, atLineStart);
    this.#last = copyBytes(all, end);
    const settled = all.subarray(0, end);
    this.#atLineStart = settled.at(-1) === LF;
    return this.#undoubled ? settled : this.#sift(settled, atLineStart);
  }

  /** Has a whole line "." come last? A peer that then falls silent has said all. */
  get hasLastline(): boolean {
    return this.#last.at(-1) === LF;
  }

  end(): TextEnd {
    const held = this.#release();
    if (this.#last.length === 0) return { octets: held, lastline: false };
    return { octets: undouble(held), lastline: !this.#undoubled };
  }

  /** Gives octets up to the first doubled dot, and holds the others; all, where a line shows that none is doubled. */
  #sift(octets: Uint8Array, atLineStart: boolean): Uint8Array {
    let from = this.#held.size > 0 ? 0 : octets.length;
    for (
      let start = atLineStart ? 0 : nextLine(octets, 0);
      start < octets.length;
      start = nextLine(octets, start)
    ) {
      if (octets[start] !== DOT) continue;
      if (octets[start + 1] !== DOT) return this.#giveUp(octets);
      from = Math.min(from, start);
    }
    if (this.#held.size + octets.length - from > this.#maxHeld) return this.#giveUp(octets);
    if (from === octets.length) return octets;
    this.#held.push(octets.subarray(from));
    return octets.subarray(0, from);
  }

  #giveUp(octets: Uint8Array): Uint8Array {
    this.#undoubled = true;
    return this.#held.size > 0 ? concat(this.#release(), octets) : octets;
  }

  #release(): Uint8Array {
    const held = this.#held.take();
    this.#held = new Inbox();
    return held;
  }
}

/** Where the line after the one at `from` begins; the length, when there is none yet. */
function nextLine(octets: Uint8Array, from: number): number {
  const lf = octets.indexOf(LF, from);
  return lf < 0 ? octets.length : lf + 1;
}

/** How many octets at the end are a line "." or the beginning of one: ".", ".CR", ".LF" or ".CR LF"; else 0. */
function lastlineLength(octets: Uint8Array, atLineStart: boolean): number {
  const lf = octets.at(-1) === LF ? 1 : 0;
  const cr = octets.at(-1 - lf) === CR ? 1 : 0;
  const dot = octets.length - lf - cr - 1;
  if (octets[dot] !== DOT) return 0;
  const begins = dot === 0 ? atLineStart : octets[dot - 1] === LF;
  return begins ? octets.length - dot : 0;
}

/** One dot less at the start of each line that begins with two. */
function undouble(octets: Uint8Array): Uint8Array {
  const single = new Uint8Array(octets.length);
  let length = 0;
  octets.forEach((octet, i) => {
    const doubled = octet === DOT && octets[i + 1] === DOT && (i === 0 || octets[i - 1] === LF);
    if (!doubled) single[length++] = octet;
  });
  return single.slice(0, length);
}
