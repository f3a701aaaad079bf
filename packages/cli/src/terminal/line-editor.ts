import { stringWidth } from "../render/string-width.ts";

/** The effect of a key. */
export type Edited =
  /** Text to show to the user. */
  | { readonly is: "echo"; readonly text: string }
  /** Return was pressed: the line without its end. */
  | { readonly is: "line"; readonly octets: Uint8Array }
  /** A key that does not belong to a line, such as Ctrl-C. Ctrl-D only if the line is empty. */
  | { readonly is: "key"; readonly octet: number };

/** Maximum length of a line in bytes; further input is ignored. */
const MAX_LINE = 4096;

const CTRL_D = 0x04;
const BS = 0x08;
const HT = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const CTRL_U = 0x15;
const CTRL_W = 0x17;
const DEL = 0x7f;
const BLANK = 0x20;

/** A line editor for sessions without a remote echo. Backspace, Ctrl-W and Ctrl-U erase. */
export class LineEditor {
  #octets: number[] = [];
  /** State within an escape sequence, such as of arrow keys. Sequences are ignored. */
  #sequence: "" | "ESC" | "CSI" = "";

  key(octet: number): Edited | undefined {
    if (this.#isInSequence(octet)) return undefined;
    switch (octet) {
      case CR:
      case LF:
        return { is: "line", octets: this.take() };
      case BS:
      case DEL:
        return this.#erase(oneCharacter());
      case CTRL_U:
        return this.#erase(() => true);
      case CTRL_W:
        return this.#erase(oneWord());
      case CTRL_D:
        return this.#octets.length === 0 ? { is: "key", octet } : undefined;
    }
    if (octet < BLANK && octet !== HT) return { is: "key", octet };
    if (this.#octets.length >= MAX_LINE) return undefined;
    this.#octets.push(octet);
    return this.#shown();
  }

  /** Returns the line typed so far, and clears it. */
  take(): Uint8Array {
    const octets = Uint8Array.from(this.#octets);
    this.#octets = [];
    return octets;
  }

  #isInSequence(octet: number): boolean {
    if (this.#sequence === "ESC") this.#sequence = octet === 0x5b || octet === 0x4f ? "CSI" : "";
    else if (this.#sequence === "CSI") this.#sequence = octet >= 0x40 && octet <= 0x7e ? "" : "CSI";
    else if (octet !== 0x1b) return false;
    else this.#sequence = "ESC";
    return true;
  }

  /** Echoes a character when its last byte has arrived. */
  #shown(): Edited | undefined {
    const text = tryDecodeUtf8(this.#last());
    if (text === undefined) return undefined;
    return { is: "echo", text: text === "\t" ? " " : text };
  }

  /** Erases characters from the end while `goes` returns true. */
  #erase(goes: (text: string | undefined) => boolean): Edited | undefined {
    let columns = 0;
    while (this.#octets.length > 0) {
      const last = this.#last();
      const text = tryDecodeUtf8(last);
      if (!goes(text)) break;
      this.#octets.length -= last.length;
      // An incomplete character was never echoed.
      columns += text === undefined ? 0 : text === "\t" ? 1 : stringWidth(text);
    }
    return columns === 0 ? undefined : { is: "echo", text: "\b \b".repeat(columns) };
  }

  /** Returns the bytes of the last character. */
  #last(): readonly number[] {
    let at = this.#octets.length - 1;
    while (at > 0 && this.#octets.length - at < 4 && (this.#octets[at]! & 0xc0) === 0x80) at--;
    return this.#octets.slice(at);
  }
}

/** Decodes UTF-8; `undefined` if the bytes are not a complete character. */
function tryDecodeUtf8(octets: readonly number[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(octets));
  } catch {
    return undefined;
  }
}

/** Matches one character. */
function oneCharacter(): () => boolean {
  let done = false;
  return () => {
    const goes = !done;
    done = true;
    return goes;
  };
}

/** Matches blanks at the end, and the word before them. */
function oneWord(): (text: string | undefined) => boolean {
  let inWord = false;
  return (text) => {
    const isBlank = text === " " || text === "\t";
    if (isBlank && inWord) return false;
    inWord ||= !isBlank;
    return true;
  };
}
