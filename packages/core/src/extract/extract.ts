import type { Registry } from "../registry.ts";
import { Finder } from "./finder.ts";
import type { ExtractedUrl, RefusedUrl } from "./found.ts";
import { type ExtractOptions, settingsOf } from "./options.ts";
import { Triggers } from "./triggers.ts";

/**
 * Finds the URLs in a text: bare ones of the registry's schemes, those between "<" and ">" or in quotation marks, and
 * those of RFC 1738's form `<URL:…>`, which may have any scheme. In the order of the text, never overlapping, the
 * outermost wrapper first, found one by one as they are asked for.
 *
 * Nothing in the text is an error: what does not parse is left out. The time grows with the length of the text, not with
 * its square, whatever it holds.
 *
 * @throws {RangeError} a limit that is no number from 0 on.
 */
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions & { readonly includeInvalid: true },
): Generator<ExtractedUrl | RefusedUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options?: ExtractOptions,
): Generator<ExtractedUrl, void, undefined>;
export function extract(
  text: string,
  registry: Registry,
  options: ExtractOptions = {},
): Generator<ExtractedUrl | RefusedUrl, void, undefined> {
  const settings = settingsOf(registry, options);
  return found(text, new Finder(text, settings), new Triggers(text, settings.guesses));
}

function* found(
  text: string,
  finder: Finder,
  triggers: Triggers,
): Generator<ExtractedUrl | RefusedUrl, void, undefined> {
  for (let at = triggers.next(0); at < text.length; at = triggers.next(finder.position)) {
    const url = finder.look(at);
    if (url !== undefined) yield url;
  }
}
