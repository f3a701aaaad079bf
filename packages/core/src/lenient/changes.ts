import type { Problem } from "../syntax/problems.ts";

/** The changes that the lenient parser makes, each with its message and its rule. */
const CHANGES: Readonly<Record<ChangeCode, readonly [message: string, cite: string]>> = {
  "surrounding-space": ["removed white space around the URL", "RFC 3986 appendix C"],
  delimiters: ["removed the delimiters around the URL", "RFC 3986 appendix C"],
  "url-prefix": ['removed "URL:"', "RFC 1738 appendix"],
  "line-break": ["removed line breaks", "RFC 3986 appendix C"],
  "added-scheme": ["added a scheme", "RFC 3986 §4.5"],
  "local-path": ["converted a local path", "RFC 8089 appendix E"],
  "ascii-host": ["converted the host name to ASCII", "RFC 3987 §3.1"],
  "encoded-character": ["percent-encoded characters that are not allowed in a URL", "RFC 3987 §3.1"],
  "encoded-percent": ['wrote "%" as "%25" where no escape follows', "RFC 3986 §2.4"],
};

export type ChangeCode =
  | "surrounding-space"
  | "delimiters"
  | "url-prefix"
  | "line-break"
  | "added-scheme"
  | "local-path"
  | "ascii-host"
  | "encoded-character"
  | "encoded-percent";

/** One change: text[start, end) as it was typed became `replacement`. */
export interface Change {
  readonly code: ChangeCode;
  /** What was done, in the past tense. Never contains the text, because that may hold a password. */
  readonly message: string;
  /** The range in the typed text in UTF-16 code units: [start, end). Empty for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The rule, for example "RFC 3986 §4.5". */
  readonly cite: string;
}

/** Collects changes of a text. They must not overlap. */
export class Draft {
  readonly typed: string;
  readonly #changes: Change[] = [];

  constructor(typed: string) {
    this.typed = typed;
  }

  replace(code: ChangeCode, start: number, end: number, replacement: string, note?: string): void {
    const [message, cite] = CHANGES[code];
    this.#changes.push({ code, message: note ?? message, start, end, replacement, cite });
  }

  /** Inserts the name of a scheme and what follows it. */
  addScheme(at: number, name: string, delimiter: ":" | "://"): void {
    this.replace("added-scheme", at, at, name + delimiter, `added the scheme "${name}"`);
  }

  /** The changes in the order of the text. An insertion is made before the change of what follows it, and stays there. */
  get changes(): readonly Change[] {
    return [...this.#changes].sort((a, b) => a.start - b.start);
  }

  /** Returns the changed text. */
  apply(): string {
    let text = "";
    let from = 0;
    for (const { start, end, replacement } of this.changes) {
      text += this.typed.slice(from, start) + replacement;
      from = end;
    }
    return text + this.typed.slice(from);
  }

  /** Maps a problem of the changed text to the typed text. */
  toTyped(problem: Problem): Problem {
    const start = this.#toTyped(problem.start, 0);
    return { ...problem, start, end: Math.max(start, this.#toTyped(problem.end, 1)) };
  }

  /** Maps an offset. One inside a replacement maps to the start (0) or the end (1) of the replaced range. */
  #toTyped(offset: number, side: 0 | 1): number {
    let shift = 0;
    for (const { start, end, replacement } of this.changes) {
      const at = start + shift;
      if (offset < at || (offset === at && side === 1)) break;
      if (offset < at + replacement.length) return side === 0 ? start : end;
      shift += replacement.length - (end - start);
    }
    return Math.min(offset - shift, this.typed.length);
  }
}
