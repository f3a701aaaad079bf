import { AccessError } from "@anyurl/core";

/** A value of a response: a text that preserves bytes, NIL, or a list (RFC 3501 §4). */
export type Value = string | null | readonly Value[];

/** A line of a response without its end, and the literal that its end announces. */
export interface Piece {
  readonly line: string;
  readonly literal: string | undefined;
}

/** Lists within lists: a message that has more is not read. */
const MAX_DEPTH = 100;

const LITERAL = /~?\{[0-9]+\+?\}$/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
/** "BODY[HEADER.FIELDS (TO)]<0>" is one atom. Others can have brackets: "[Gmail]/Sent" (RFC 3501 §9, astring). */
const ATOM = /BODY\[[^\]]*\](?:<[0-9]+>)?(?=[ )]|$)|[^\s()"{]+/iy;

/** Reads the values of a response after its first `start` characters. @throws {AccessError} protocol-error. */
export function readValues(pieces: readonly Piece[], start: number): readonly Value[] {
  return new ValueReader(pieces, start).readAll();
}

class ValueReader {
  readonly #pieces: readonly Piece[];
  #index = 0;
  #at: number;

  constructor(pieces: readonly Piece[], start: number) {
    this.#pieces = pieces;
    this.#at = start;
  }

  readAll(): readonly Value[] {
    return this.#readUntil(undefined, 0);
  }

  get #line(): string {
    return this.#pieces[this.#index]!.line;
  }

  get #char(): string | undefined {
    return this.#line[this.#at];
  }

  #readUntil(end: ")" | undefined, depth: number): readonly Value[] {
    if (depth > MAX_DEPTH)
      throw new AccessError("too-large", `the response has more than ${MAX_DEPTH} nested lists`);
    const values: Value[] = [];
    for (;;) {
      while (this.#char === " ") this.#at++;
      if (this.#char === end) return values;
      values.push(this.#readValue(depth));
    }
  }

  #readValue(depth: number): Value {
    const char = this.#char;
    if (char === "(") {
      this.#at++;
      const list = this.#readUntil(")", depth + 1);
      this.#at++;
      return list;
    }
    if (char === '"') return this.#take(QUOTED)[1]!.replaceAll(/\\(.)/g, "$1");
    LITERAL.lastIndex = this.#at;
    if (LITERAL.test(this.#line)) {
      const { literal } = this.#pieces[this.#index]!;
      // Its length has too many digits.
      if (literal === undefined) throw invalidResponse();
      this.#index++;
      this.#at = 0;
      return literal;
    }
    const [atom] = this.#take(ATOM);
    return /^nil$/i.test(atom) ? null : atom;
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#line);
    if (match === null) throw invalidResponse();
    this.#at += match[0].length;
    return match;
  }
}

export function invalidResponse(): AccessError {
  return new AccessError("protocol-error", "the server sent an invalid response");
}
