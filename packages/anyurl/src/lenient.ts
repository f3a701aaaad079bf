import { createRegistry, type Registry } from "@anyurl/core";
import * as core from "@anyurl/core/extract";
import * as lenient from "@anyurl/core/lenient";
import { idna } from "@anyurl/idna";
import { type FirstParty, SCHEMES } from "./schemes.ts";

/*
 * The lenient parser and extraction, with the schemes of this package and international host names. A module of its own,
 * because the tables of host names are large.
 */

export type { ExtractedUrl, ExtractOptions } from "@anyurl/core/extract";
export type {
  Change,
  ChangeCode,
  LenientOptions,
  LenientResult,
  LocalFiles,
  Suggestion,
} from "@anyurl/core/lenient";

/** Created by the first call, so that importing has no side effects. */
let shared: Registry<FirstParty> | undefined;

function registry(): Registry<FirstParty> {
  shared ??= createRegistry(...SCHEMES);
  return shared;
}

/**
 * Parses a URL as people type and paste it, and returns the changes that make it a valid URL.
 *
 * @throws {UrlSyntaxError} what parse throws; ambiguous-text, confusable-host.
 */
export function parseLenient(
  text: string,
  options?: lenient.LenientOptions,
): ReturnType<typeof lenient.parseLenient<FirstParty, string>> {
  return lenient.parseLenient(text, registry(), { idna, ...options });
}

/** Like {@link parseLenient}, but does not throw and returns every problem. */
export function tryParseLenient(text: string, options?: lenient.LenientOptions): lenient.LenientResult {
  return lenient.tryParseLenient(text, registry(), { idna, ...options });
}

/** Proposes URLs for a text that is not a URL, or that cannot be opened. Empty if nothing is obvious. */
export function suggestUrls(text: string, options?: lenient.LenientOptions): readonly lenient.Suggestion[] {
  return lenient.suggestUrls(text, registry(), { idna, ...options });
}

/** Finds the URLs of all schemes in a text, and IRIs unless the option `iri` is false. Nothing in the text is an error. */
export function extract(
  text: string,
  options?: core.ExtractOptions,
): Generator<core.ExtractedUrl, void, undefined> {
  return core.extract(text, registry(), { iri: idna, ...options });
}
