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

/** Maximum number of spellings to remember for one initial: "http", "https", "HTTP", … */
const MAX_SPELLINGS = 8;

/** The names in a text. Remembers those to find by their initial, because most texts repeat a few names. */
export class SchemeNameCache {
  readonly #text: string;
  readonly #settings: ExtractSettings;
  readonly #known: { readonly spelling: string; readonly name: SchemeName }[][] = [];

  constructor(text: string, settings: ExtractSettings) {
    this.#text = text;
    this.#settings = settings;
  }

  /** Returns the properties of text[start, end). */
  at(start: number, end: number): SchemeName {
    const text = this.#text;
    const initial = text.charCodeAt(start);
    const known = this.#known[initial] ?? [];
    for (let k = 0; k < known.length; k++) {
      const { spelling, name } = known[k]!;
      if (spelling.length === end - start && text.startsWith(spelling, start)) return name;
    }
    const spelling = text.slice(start, end);
    const name = this.of(spelling);
    if (name.isWanted && known.length < MAX_SPELLINGS) this.#known[initial] = [...known, { spelling, name }];
    return name;
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
