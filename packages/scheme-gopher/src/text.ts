import { concat } from "@anyurl/core";

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** What a text ends with: octets that were held back, and whether a Lastline came. */
export interface TextEnd {
  readonly octets: Uint8Array;
  /** The text ended with a line "." (RFC 1436 appendix, Lastline), which is left out. */
  readonly lastline: boolean;
}

/**
 * A text entity as it arrives. RFC 1436 doubles a dot that begins a line and ends with a line "."; real servers send
 * files as they are, lines of dots and all. Which it was only the end tells: so from the first line that begins with a
 * dot on, octets are held back, until
 *
 * - a line shows that nothing was doubled (".x", or a "." with something after it): all is given as it came;
 * - the text ends with a line ".": that is left out, and doubled dots are made single;
 * - it ends otherwise, or more is held than `maxHeld`: all is given as it came.
 */
export class Text {
  readonly #maxHeld: number;
  #plain = false;
  #atLineStart = true;
  #held: Uint8Array[] = [];
  #heldSize = 0;

  constructor(maxHeld: number) {
    this.#maxHeld = maxHeld;
  }

  /** Takes octets in; gives those whose meaning is certain. */
  push(octets: Uint8Array): Uint8Array {
    if (this.#plain || octets.length === 0) return octets;
    if (this.#heldSize > 0) return this.#hold(octets);
    const at = this.#firstDot(octets);
    if (at < 0) {
      this.#atLineStart = octets.at(-1) === LF;
      return octets;
    }
    return concat(octets.subarray(0, at), this.#hold(octets.subarray(at)));
  }

  /** Does what is held end with a line "."? A peer that then falls silent has said all. */
  get hasLastline(): boolean {
    return this.#heldSize > 0 && isLastline(lastLine(concat(...this.#held)));
  }

  end(): TextEnd {
    const held = concat(...this.#held);
    this.#held = [];
    this.#heldSize = 0;
    const last = lastLine(held);
    if (!isLastline(last)) return { octets: held, lastline: false };
    return { octets: undouble(held.subarray(0, held.length - last.length)), lastline: true };
  }

  /** Where the first line begins that begins with a dot; -1 when none does. */
  #firstDot(octets: Uint8Array): number {
    if (this.#atLineStart && octets[0] === DOT) return 0;
    for (let lf = octets.indexOf(LF); lf >= 0; lf = octets.indexOf(LF, lf + 1)) {
      if (octets[lf + 1] === DOT) return lf + 1;
    }
    return -1;
  }

  #hold(octets: Uint8Array): Uint8Array {
    this.#held.push(octets.slice());
    this.#heldSize += octets.length;
    const surely = this.#heldSize > this.#maxHeld || this.#showsPlainText();
    if (!surely) return new Uint8Array(0);
    const all = concat(...this.#held);
    this.#plain = true;
    this.#held = [];
    this.#heldSize = 0;
    return all;
  }

  /** Is there a line that no server that doubles dots would send? */
  #showsPlainText(): boolean {
    if (this.#held.length > 1) this.#held = [concat(...this.#held)];
    const held = this.#held[0]!;
    for (let start = 0; start < held.length; ) {
      const lf = held.indexOf(LF, start);
      const end = lf < 0 ? held.length : lf;
      if (held[start] === DOT && held[start + 1] !== DOT) {
        const alone = end - start === 1 || (end - start === 2 && held[start + 1] === CR);
        // A "." alone is the Lastline, unless something follows it.
        if (!alone || (lf >= 0 && lf + 1 < held.length)) return true;
      }
      if (lf < 0) return false;
      start = lf + 1;
    }
    return false;
  }
}

/** The last line, with its end. */
function lastLine(octets: Uint8Array): Uint8Array {
  const end = octets.at(-1) === LF ? octets.length - 1 : octets.length;
  return octets.subarray(octets.subarray(0, end).lastIndexOf(LF) + 1);
}

function isLastline(line: Uint8Array): boolean {
  if (line[0] !== DOT) return false;
  const rest = line.subarray(1);
  return rest.every((octet) => octet === CR || octet === LF) && rest.length <= 2;
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
