/** Something that was typed at a terminal: text, or a key by its name in `ScreenKey`, such as "f3" or "alt+1". */
export type Typed =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "key"; readonly key: string };

/** The final letters of sequences such as ESC [ A and ESC O P. */
const LETTERS: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  M: "enter",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** The numbers of sequences such as ESC [ 15 ~. */
const NUMBERS: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  ...Object.fromEntries(
    [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34].map((number, at) => [
      number,
      `f${at + 1}`,
    ]),
  ),
};

const CONTROLS: Readonly<Record<string, string>> = {
  "\b": "backspace",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\x7f": "backspace",
};

const ESC = "\x1b";

/** A whole sequence, and one that more input may complete. Sequences of the Linux console have a second "[". */
const SEQUENCE = /^\x1b(?:O([ -~])|\[(\[?)([0-?]*)([@-~]))/;
const INCOMPLETE = /^\x1b(?:O|\[\[?[0-?]*)?$/;

/** Reads the bytes that a terminal sends for keys. */
export class KeyReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  /** The last character was a CR: a following LF belongs to it. */
  #afterCr = false;

  /** Yields what was typed. An incomplete sequence waits for the next bytes, so Escape and "c" are "alt+c". */
  *read(bytes: Uint8Array): Generator<Typed, void, void> {
    let text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    this.#rest = "";
    while (text !== "") {
      const isSecond = this.#afterCr && text.startsWith("\n");
      this.#afterCr = text.startsWith("\r");
      if (isSecond) {
        text = text.slice(1);
        continue;
      }
      if (INCOMPLETE.test(text)) {
        this.#rest = text;
        return;
      }
      const plain = /^[^\x00-\x1f\x7f]+/.exec(text)?.[0];
      if (plain !== undefined) {
        yield { is: "text", text: plain };
        text = text.slice(plain.length);
        continue;
      }
      const [key, length] = text.startsWith(ESC) ? readSequence(text) : [readControl(text), 1];
      if (key !== undefined) yield { is: "key", key };
      text = text.slice(length);
    }
  }
}

function readControl(text: string): string {
  const [character = ""] = text;
  return CONTROLS[character] ?? `ctrl+${String.fromCharCode(character.charCodeAt(0) | 0x60)}`;
}

/** Returns the key of a sequence, if it is known, and the length of the sequence. */
function readSequence(text: string): readonly [string | undefined, number] {
  const match = SEQUENCE.exec(text);
  if (match === null) {
    const second = String.fromCodePoint(text.codePointAt(1)!);
    if (second === ESC) return [undefined, 1];
    const isControl = /^[\x00-\x1f\x7f]$/.test(second);
    return [isControl ? readControl(second) : `alt+${second.toLowerCase()}`, 1 + second.length];
  }
  const [{ length }, application, console = "", parameters = "", final = ""] = match;
  const [number, modifier] = parameters.split(";").map(Number);
  const prefix = toPrefix(modifier ?? 1);
  const key =
    application !== undefined
      ? LETTERS[application]
      : console !== ""
        ? `f${final.charCodeAt(0) - 0x40}`
        : final === "Z"
          ? "shift+tab"
          : final === "~"
            ? NUMBERS[number ?? 0]
            : LETTERS[final];
  return [key === undefined ? undefined : prefix + key, length];
}

/** xterm's modifiers: 1 and the sum of shift (1), alt (2), and control (4). */
function toPrefix(modifier: number): string {
  const bits = modifier - 1;
  return `${(bits & 4) > 0 ? "ctrl+" : ""}${(bits & 2) > 0 ? "alt+" : ""}${(bits & 1) > 0 ? "shift+" : ""}`;
}
