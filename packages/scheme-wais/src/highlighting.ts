import { concat, joinBytes } from "@anyurl/core/exchange";

/** Texts in which servers may have marked words; of all other types each octet counts. */
export const MARKED_TYPES: ReadonlySet<string> = new Set(["TEXT", "WSRC", "HTML"]);

const ESC = 0x1b;
const PARENTHESES: ReadonlySet<number> = new Set([0x28, 0x29]);
/** What follows an ESC that marks no word but a paragraph. */
const PARAGRAPH_MARK = 5;

/**
 * Takes the marks out of a text, however it is cut: ESC and a parenthesis, around a word that was searched
 * for; ESC and four octets, at a paragraph; and what the server says that it marks words with.
 */
export class MarkFilter {
  readonly #markers: readonly Uint8Array[];
  /** The beginning of what may become a mark. */
  #held: Uint8Array = new Uint8Array(0);

  constructor(markers: readonly Uint8Array[]) {
    this.#markers = markers;
  }

  /** The octets that are certain. */
  push(octets: Uint8Array): Uint8Array {
    const text = this.#held.length === 0 ? octets : concat(this.#held, octets);
    const pieces: Uint8Array[] = [];
    let from = 0;
    let at = 0;
    while (at < text.length) {
      const mark = this.#markAt(text, at);
      if (mark === 0) at++;
      else {
        pieces.push(text.subarray(from, at));
        if (mark === "unknown") break;
        at += mark;
        from = at;
      }
    }
    const isOpen = at < text.length;
    if (!isOpen) pieces.push(text.subarray(from, at));
    this.#held = isOpen ? text.slice(at) : new Uint8Array(0);
    return joinBytes(pieces);
  }

  /** What was held back: a mark that has not been finished is none. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return held;
  }

  /** How many octets the mark has that begins there; 0: none begins; "unknown": the next octets tell. */
  #markAt(text: Uint8Array, at: number): number | "unknown" {
    const left = text.length - at;
    if (text[at] === ESC) {
      if (left === 1) return "unknown";
      if (PARENTHESES.has(text[at + 1]!)) return 2;
      return left < PARAGRAPH_MARK ? "unknown" : PARAGRAPH_MARK;
    }
    for (const marker of this.#markers) {
      const seen = text.subarray(at, at + marker.length);
      if (!seen.every((octet, i) => octet === marker[i])) continue;
      return seen.length === marker.length ? marker.length : "unknown";
    }
    return 0;
  }
}
