import { stringWidth } from "../render/string-width.ts";

/** What a key has done. */
export type Edited =
  /** To be shown to whoever types. */
  | { readonly is: "echo"; readonly text: string }
  /** Return: the line without its end. */
  | { readonly is: "line"; readonly octets: Uint8Array }
  /** A key that is no part of a line, as Ctrl-C: its octet. Ctrl-D only where the line is empty. */
  | { readonly is: "key"; readonly octet: number };

/** Octets; more are not taken. */
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

/** A line that is typed where nobody else echoes: Backspace, Ctrl-W and Ctrl-U take back. */
export class LineEditor {
  #octets: number[] = [];
  /**
   * Of an escape sequence, as arrow keys send it: nothing here understands one, so nothing of it is typed.
   */
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

  /** What was typed so far, which is gone then. */
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

  /** A character is shown when its last octet is there. */
  #shown(): Edited | undefined {
    const text = tryDecodeUtf8(this.#last());
    if (text === undefined) return undefined;
    return { is: "echo", text: text === "\t" ? " " : text };
  }

  /** Takes back one character after the other while `goes` holds for it. */
  #erase(goes: (text: string | undefined) => boolean): Edited | undefined {
    let columns = 0;
    while (this.#octets.length > 0) {
      const last = this.#last();
      const text = tryDecodeUtf8(last);
      if (!goes(text)) break;
      this.#octets.length -= last.length;
      // Of what is no character nothing has been shown.
      columns += text === undefined ? 0 : text === "\t" ? 1 : stringWidth(text);
    }
    return columns === 0 ? undefined : { is: "echo", text: "\b \b".repeat(columns) };
  }

  /** The octets of the last character. */
  #last(): readonly number[] {
    let at = this.#octets.length - 1;
    while (at > 0 && this.#octets.length - at < 4 && (this.#octets[at]! & 0xc0) === 0x80) at--;
    return this.#octets.slice(at);
  }
}

/** `undefined` where these octets are no whole character of UTF-8. */
function tryDecodeUtf8(octets: readonly number[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(octets));
  } catch {
    return undefined;
  }
}

/** One character. */
function oneCharacter(): () => boolean {
  let done = false;
  return () => {
    const goes = !done;
    done = true;
    return goes;
  };
}

/** Blanks at the end, and the word before them. */
function oneWord(): (text: string | undefined) => boolean {
  let inWord = false;
  return (text) => {
    const isBlank = text === " " || text === "\t";
    if (isBlank && inWord) return false;
    inWord ||= !isBlank;
    return true;
  };
}
