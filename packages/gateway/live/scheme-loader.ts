import { SCHEMES } from "live:schemes";
import { createRegistry, type Registry, type Scheme } from "@anyurl/core";

/** Loads schemes on demand: each when a URL of it is first typed. */
export class SchemeLoader {
  readonly #loaded = new Map<string, Scheme>();
  #registry: Registry = createRegistry();

  /** Parses URLs of all schemes that are loaded. */
  get registry(): Registry {
    return this.#registry;
  }

  /** Is there a scheme for this text that is not loaded yet? */
  isMissing(text: string): boolean {
    const name = leadingSchemeName(text);
    return SCHEMES.has(name) && !this.#loaded.has(name);
  }

  /** Loads the scheme of a text. If loading fails, the generic syntax of all URLs is used. */
  async load(text: string): Promise<void> {
    const name = leadingSchemeName(text);
    const loader = SCHEMES.get(name);
    if (loader === undefined || this.#loaded.has(name)) return;
    const scheme = await loader();
    for (const each of scheme.names) this.#loaded.set(each, scheme);
    this.#registry = createRegistry(...new Set(this.#loaded.values()));
  }
}

function leadingSchemeName(text: string): string {
  const colon = text.indexOf(":");
  return colon < 0 ? "" : text.slice(0, colon).trim().toLowerCase();
}
