/** The effect of a key on the input line. */
export type InputEvent =
  /** The echo, if the server echoes. */
  | { readonly is: "echo"; readonly text: string | Uint8Array }
  | { readonly is: "line"; readonly octets: Uint8Array }
  /** Canceled by Ctrl-C, or the command IP. */
  | { readonly is: "interrupt" }
  /** Ctrl-D on an empty line, or the command EOF. */
  | { readonly is: "end" };

/** Maximum bytes of a line: more is not accepted, and not echoed. */
const MAX_LINE_BYTES = 1024;

const CTRL_C = 0x03;
const CTRL_D = 0x04;
const BS = 0x08;
const LF = 0x0a;
const CR = 0x0d;
const CTRL_U = 0x15;
const DEL = 0x7f;

const ERASED = "\b \b";

/** The line that a client types, with Backspace and Ctrl-U, as in terminals. */
export class InputLine {
  #octets: number[] = [];
  /** A CR has ended the line: a following LF or NUL belongs to it (RFC 854). */
  #afterCr = false;

  key(octet: number): InputEvent | undefined {
    const second = this.#afterCr && (octet === LF || octet === 0);
    this.#afterCr = octet === CR;
    if (second) return undefined;
    if (octet === CR || octet === LF) return { is: "line", octets: this.#take() };
    if (octet === BS || octet === DEL) return this.erase();
    if (octet === CTRL_U) return this.eraseAll();
    if (octet === CTRL_C) return this.interrupt();
    if (octet === CTRL_D) return this.#octets.length === 0 ? { is: "end" } : undefined;
    if (octet < 0x20 || this.#octets.length >= MAX_LINE_BYTES) return undefined;
    this.#octets.push(octet);
    return { is: "echo", text: Uint8Array.of(octet) };
  }

  /** Removes the last character; in UTF-8 all its bytes. */
  erase(): InputEvent | undefined {
    if (this.#octets.length === 0) return undefined;
    while (((this.#octets.pop() ?? 0) & 0xc0) === 0x80 && this.#octets.length > 0);
    return { is: "echo", text: ERASED };
  }

  eraseAll(): InputEvent | undefined {
    const characters = this.#take().filter((octet) => (octet & 0xc0) !== 0x80).length;
    return { is: "echo", text: ERASED.repeat(characters) };
  }

  interrupt(): InputEvent {
    this.#take();
    return { is: "interrupt" };
  }

  #take(): Uint8Array {
    const octets = Uint8Array.from(this.#octets);
    this.#octets = [];
    return octets;
  }
}
