/** A token of a netrc file. */
export interface NetrcToken {
  readonly text: string;
  readonly quoted: boolean;
  /** The line number, starting at 1. */
  readonly line: number;
  /** True if the closing quotation mark is missing on the line, or is not followed by white space. */
  readonly broken: boolean;
}

/**
 * Tokenizes a netrc file in one pass. The meaning of a token depends on the previous one, and is left to the caller.
 */
export class NetrcTokenizer {
  readonly #text: string;
  #at: number;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith("\ufeff") ? 1 : 0;
  }

  /** Returns the next token, on any line, or `undefined` at the end of the file. */
  word(): NetrcToken | undefined {
    while (isSpace(this.#char())) this.#next();
    if (this.#char() === undefined) return undefined;
    const line = this.#line;
    if (this.#char() === '"') return { ...this.#quoted(), quoted: true, line };
    const start = this.#at;
    this.#toSpace();
    return { text: this.#text.slice(start, this.#at), quoted: false, line, broken: false };
  }

  /** Skips the rest of the line. */
  skipLine(): void {
    while (this.#char() !== undefined && this.#next() !== "\n");
  }

  /**
   * Skips a macro: its name on the current line, and its text up to a blank line. Returns false if the name is missing.
   */
  skipMacro(): boolean {
    const name = this.#restOfLine() !== "";
    while (this.#char() !== undefined && this.#restOfLine() !== "");
    return name;
  }

  /** Reads a token in quotation marks. Escapes are `\t`, `\n`, `\r`, `\\` and `\"`. */
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
