import type { Registry } from "../scheme/registry-types.ts";
import type { ExtractedUrl, InvalidUrl } from "./extracted-url.ts";
import { UrlFinder } from "./finder.ts";
import { type ExtractOptions, resolveExtractOptions } from "./options.ts";
import { Triggers } from "./triggers.ts";

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
