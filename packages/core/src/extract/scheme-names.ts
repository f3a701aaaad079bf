import { ALPHA, SCHEME } from "../syntax/charset.ts";
import { MAX_SCHEME_LENGTH } from "../syntax/limits.ts";
import { codeUnitAt } from "./characters.ts";
import type { ExtractSettings } from "./options.ts";

/** The properties of the name before a colon. */
export interface SchemeName {
  /** "URL", or its variant "URI": not a scheme, but a URL can follow. */
  readonly isPrefix: boolean;
  /** Is a URL of this scheme allowed in the result? */
  readonly isAllowed: boolean;
  /** Is it a scheme of the registry, or one that the caller listed? */
  readonly isWanted: boolean;
  /** Can a bare URL of it be found without "//"? */
  readonly mayBeInText: boolean;
}

/**
 * Schemes that execute code, read files, or are documents themselves: only if the caller lists them by name. Also
 * "URL:", which is not a scheme.
 */
const UNSAFE: ReadonlySet<string> = new Set(["javascript", "vbscript", "data", "file", "url"]);

/** A cache of the names in a text, because most texts repeat the same name. */
export class SchemeNameCache {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  #last = "";
  #lastName: SchemeName;

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
    this.#lastName = this.of("");
  }

  /** Returns the properties of text[start, end). */
  at(start: number, end: number): SchemeName {
    if (end - start !== this.#last.length || !this.#text.startsWith(this.#last, start)) {
      this.#last = this.#text.slice(start, end);
      this.#lastName = this.of(this.#last);
    }
    return this.#lastName;
  }

  of(anyCase: string): SchemeName {
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

/** Returns the scheme at the start of a text, if there is one. */
export function leadingScheme(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(":")));
}

/** Returns the start of the scheme before a ":", at or after `floor`; -1 without one (RFC 3986 §3.1). */
export function findSchemeStart(text: string, colon: number, floor: number): number {
  const least = Math.max(floor, colon - MAX_SCHEME_LENGTH);
  let start = colon;
  while (start > least && SCHEME.has(codeUnitAt(text, start - 1))) start--;
  return start < colon && ALPHA.has(text.charCodeAt(start)) ? start : -1;
}
