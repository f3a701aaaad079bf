import type { Registry } from "../scheme/registry-types.ts";
import type { ExtractedUrl, InvalidUrl } from "./candidate.ts";
import { UrlFinder } from "./finder.ts";
import { type ExtractOptions, resolveExtractOptions } from "./options.ts";

/**
 * Finds the URLs in a text: bare URLs of the registry's schemes, URLs between "<" and ">" or in quotation marks, and
 * URLs in the form `<URL:…>` of RFC 1738, which can have any scheme. Yields them lazily in the order of the text, never
 * overlapping, the outermost wrapper first.
 *
 * Nothing in the text is an error: invalid URLs are skipped. The time is linear in the length of any text.
 *
 * @throws {RangeError} a limit that is not a number from 0.
 */
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions & { readonly includeInvalid: true },
): Generator<ExtractedUrl | InvalidUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options?: ExtractOptions,
): Generator<ExtractedUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions = {},
): Generator<ExtractedUrl | InvalidUrl, void, undefined> {
  const settings = resolveExtractOptions(registry, options);
  return findUrls(text, new UrlFinder(text, settings), new Triggers(text, settings.guesses));
}

function* findUrls(
  text: string,
  finder: UrlFinder,
  triggers: Triggers,
): Generator<ExtractedUrl | InvalidUrl, void, undefined> {
  for (let at = triggers.next(0); at < text.length; at = triggers.next(finder.position)) {
    const url = finder.look(at);
    if (url !== undefined) yield url;
  }
}

/**
 * The offsets in a text at which a URL can be recognized: its colons, and, with guesses, the ends of their prefixes
 * ("w." of "www."), in either case. Query it in increasing order; each search scans the text once.
 */
class Triggers {
  readonly #text: string;
  readonly #needles: readonly string[];
  readonly #places: number[];

  constructor(text: string, guesses: readonly (readonly [key: string, front: string])[]) {
    this.#text = text;
    const ends = guesses.map(([key]) => key.slice(-2));
    this.#needles = [...new Set([":", ...ends, ...ends.map((end) => end.toUpperCase())])];
    this.#places = this.#needles.map(() => -1);
  }

  /** Returns the first trigger at or after `from`, or the end of the text. */
  next(from: number): number {
    const places = this.#places;
    if (places.length === 1) return this.#findNeedle(":", from);
    let first = this.#text.length;
    for (let k = 0; k < places.length; k++) {
      if (places[k]! < from) places[k] = this.#findNeedle(this.#needles[k]!, from);
      if (places[k]! < first) first = places[k]!;
    }
    return first;
  }

  #findNeedle(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? this.#text.length : at;
  }
}
