import { AccessError } from "@anyurl/core";
import { malformedError } from "./malformed-error.ts";

/** Maximum characters of a description. Usual ones have a few hundred. */
export const MAX_SOURCE_CHARACTERS: number = 64 * 1024;

/** A symbol, a number or a string, each as its text; or a list. */
export type SourceValue = string | readonly SourceValue[];

/** Maximum depth of nested lists: valid descriptions have two levels. */
const MAX_DEPTH = 4;

/** Parses the Lisp of a description from left to right, without backtracking. */
export class SourceReader {
  readonly #text: string;
  #at = 0;

  /** @throws {AccessError} too-large */
  constructor(text: string) {
    if (text.length > MAX_SOURCE_CHARACTERS)
      throw new AccessError(
        "too-large",
        `the description of a database exceeds the limit of ${MAX_SOURCE_CHARACTERS} characters`,
      );
    this.#text = text;
  }

  /** Parses "(:source", then keywords and their values. The first of two with the same name counts. */
  fields(): ReadonlyMap<string, SourceValue> {
    const list = this.#value(0);
    const [head, ...rest] = typeof list === "string" ? [] : list;
    if (typeof head !== "string" || head.toLowerCase() !== ":source") throw malformedSourceError();
    const fields = new Map<string, SourceValue>();
    for (let i = 0; i + 1 < rest.length; i += 2) {
      const [name, value] = [rest[i], rest[i + 1]!];
      if (typeof name !== "string" || !name.startsWith(":")) throw malformedSourceError();
      const key = name.slice(1).toLowerCase();
      if (!fields.has(key)) fields.set(key, value);
    }
    return fields;
  }

  #value(depth: number): SourceValue {
    this.#skipBlanks();
    // Treat an array, "#( … )", as a list.
    if (this.#text.startsWith("#(", this.#at)) this.#at++;
    const char = this.#text[this.#at];
    if (char === "(") return this.#list(depth);
    if (char === '"') return this.#string();
    const start = this.#at;
    while (this.#at < this.#text.length && !DELIMITERS.has(this.#text[this.#at]!)) this.#at++;
    if (this.#at === start) throw malformedSourceError();
    return this.#text.slice(start, this.#at);
  }

  #list(depth: number): readonly SourceValue[] {
    if (depth === MAX_DEPTH)
      throw malformedError("lists are nested too deeply in the description of a database");
    this.#at++;
    const values: SourceValue[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#text[this.#at] === ")") break;
      values.push(this.#value(depth + 1));
    }
    this.#at++;
    return values;
  }

  #string(): string {
    const pieces: string[] = [];
    let from = ++this.#at;
    for (; this.#text[this.#at] !== '"'; this.#at++) {
      if (this.#at >= this.#text.length) throw malformedSourceError();
      if (this.#text[this.#at] !== "\\") continue;
      pieces.push(this.#text.slice(from, this.#at));
      // The next character stands for itself.
      from = ++this.#at;
    }
    pieces.push(this.#text.slice(from, this.#at));
    this.#at++;
    return pieces.join("");
  }

  #skipBlanks(): void {
    while (BLANKS.has(this.#text[this.#at] ?? "")) this.#at++;
  }
}

const BLANKS: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n", "\f"]);
const DELIMITERS: ReadonlySet<string> = new Set([...BLANKS, "(", ")", '"']);

function malformedSourceError(): AccessError {
  return malformedError("not a description of a database");
}
