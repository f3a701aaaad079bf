import { concat, joinBytes } from "@anyurl/core/exchange";

/** Text types in which servers may highlight words; other types are never changed. */
export const MARKED_TYPES: ReadonlySet<string> = new Set(["TEXT", "WSRC", "HTML"]);

const ESC = 0x1b;
const PARENTHESES: ReadonlySet<number> = new Set([0x28, 0x29]);
/** The byte after an ESC that marks a paragraph. */
const PARAGRAPH_MARK = 5;

/**
 * Removes highlighting from a text, independent of chunk boundaries: ESC and a parenthesis, around a search word; ESC
 * and four bytes, at a paragraph; and the server's own markers.
 */
export class MarkFilter {
  readonly #markers: readonly Uint8Array[];
  /** A possible beginning of a mark. */
  #held: Uint8Array = new Uint8Array(0);

  constructor(markers: readonly Uint8Array[]) {
    this.#markers = markers;
  }

  /** Returns the bytes that are not part of a mark. */
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

  /** Returns the remaining bytes: an incomplete mark is text. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return held;
  }

  /** Returns the length in bytes of the mark at an offset; 0 without a mark; "unknown" if more bytes are needed. */
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
