import { ALPHA, SCHEME } from "../charset.ts";
import { MAX_SCHEME_LENGTH } from "../limits.ts";
import { codeAt } from "./characters.ts";
import type { Settings } from "./options.ts";

/** What the name before a colon says. */
export interface Name {
  /** "URL", or the "URI" that some write for it: no scheme, and a URL may follow. */
  readonly isPrefix: boolean;
  /** May a URL of this scheme be given at all? */
  readonly isAllowed: boolean;
  /** Is it a scheme of the registry, or one that has been asked for? */
  readonly isWanted: boolean;
  /** May a URL of it that has no "//" be found bare? */
  readonly mayBeInText: boolean;
}

/**
 * What runs, reads files or is a document by itself: only for those who have asked for it by name. And "URL:", which is
 * no scheme.
 */
const UNSAFE: ReadonlySet<string> = new Set(["javascript", "vbscript", "data", "file", "url"]);

/** The names of a text. Most texts have the same one again and again. */
export class Names {
  readonly #text: string;
  readonly #settings: Settings;
  #last = "";
  #lastName: Name;

  constructor(text: string, settings: Settings) {
    this.#text = text;
    this.#settings = settings;
    this.#lastName = this.of("");
  }

  /** What text[start, end) says. */
  at(start: number, end: number): Name {
    if (end - start !== this.#last.length || !this.#text.startsWith(this.#last, start)) {
      this.#last = this.#text.slice(start, end);
      this.#lastName = this.of(this.#last);
    }
    return this.#lastName;
  }

  of(anyCase: string): Name {
    const { registry, schemes } = this.#settings;
    const name = anyCase.toLowerCase();
    const isAllowed = schemes.has(name) || !UNSAFE.has(name);
    const scheme = isAllowed ? registry.scheme(name) : undefined;
    return {
      isPrefix: name === "url" || name === "uri",
      isAllowed,
      isWanted: schemes.has(name) || scheme !== undefined,
      mayBeInText: schemes.has(name) || scheme?.inText !== undefined,
    };
  }
}

/** The scheme with which a text begins, if it does. */
export function nameIn(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(":")));
}

/** Where the scheme before a ":" begins, at or after `floor`; -1 without one (RFC 3986 §3.1). */
export function startOfName(text: string, colon: number, floor: number): number {
  const least = Math.max(floor, colon - MAX_SCHEME_LENGTH);
  let start = colon;
  while (start > least && SCHEME.has(codeAt(text, start - 1))) start--;
  return start < colon && ALPHA.has(text.charCodeAt(start)) ? start : -1;
}
