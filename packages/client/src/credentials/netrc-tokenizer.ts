/** A word of a netrc file. */
export interface NetrcToken {
  readonly text: string;
  readonly quoted: boolean;
  /** From 1 on. */
  readonly line: number;
  /** It begins with a quotation mark, and its line ends without another; or something is stuck to its end. */
  readonly broken: boolean;
}

/** Reads a netrc file word by word, in one pass. What a word means depends on the one before: the caller knows. */
export class NetrcTokenizer {
  readonly #text: string;
  #at: number;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith("\ufeff") ? 1 : 0;
  }

  /** The next word, wherever the lines end; `undefined` at the end of the file. */
  word(): NetrcToken | undefined {
    while (isSpace(this.#char())) this.#next();
    if (this.#char() === undefined) return undefined;
    const line = this.#line;
    if (this.#char() === '"') return { ...this.#quoted(), quoted: true, line };
    const start = this.#at;
    this.#toSpace();
    return { text: this.#text.slice(start, this.#at), quoted: false, line, broken: false };
  }

  /** Skips what is left of the line. */
  skipLine(): void {
    while (this.#char() !== undefined && this.#next() !== "\n");
  }

  /** The name of a macro has to stand on its line; it is skipped, and so is its text, up to a blank line. */
  skipMacro(): boolean {
    const name = this.#restOfLine() !== "";
    while (this.#char() !== undefined && this.#restOfLine() !== "");
    return name;
  }

  /** `"` and what follows to the next `"`; in between `\t`, `\n`, `\r`, and a `\` before itself and before `"`. */
  #quoted(): Pick<NetrcToken, "text" | "broken"> {
    this.#next();
    let text = "";
    for (;;) {
      const char = this.#char();
      if (char === undefined || char === "\n" || char === "\r") return { text, broken: true };
      this.#next();
      if (char === '"') break;
      if (char !== "\\") text += char;
      else if (this.#char() !== undefined && this.#char() !== "\n") text += escaped(this.#next());
    }
    if (this.#char() === undefined || isSpace(this.#char())) return { text, broken: false };
    this.#toSpace();
    return { text, broken: true };
  }

  #restOfLine(): string {
    const start = this.#at;
    this.skipLine();
    return this.#text.slice(start, this.#at).trim();
  }

  #toSpace(): void {
    while (this.#char() !== undefined && !isSpace(this.#char())) this.#next();
  }

  #char(): string | undefined {
    return this.#text[this.#at];
  }

  #next(): string {
    const char = this.#text[this.#at++]!;
    if (char === "\n") this.#line++;
    return char;
  }
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\r" || char === "\n";
}

function escaped(char: string): string {
  return ESCAPES.get(char) ?? char;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
