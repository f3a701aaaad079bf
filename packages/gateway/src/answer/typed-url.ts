import { type Registry, UrlSyntaxError } from "@anyurl/core";
import type { LenientOptions, Suggestion } from "@anyurl/core/lenient";

/** The text of the URL field, as the lenient parser reads it. */
export interface TypedUrl {
  /** A URL, or the text as it was typed if it is rejected. */
  readonly text: string;
  /** What was changed, for example "added the scheme". Absent: nothing. */
  readonly changes?: string;
  /** Why the text is rejected. */
  readonly error?: UrlSyntaxError;
}

/** Reads the text of the URL field. Local paths are rejected, because they would be those of the gateway. */
export async function readTypedUrl(text: string, urls: Registry): Promise<TypedUrl> {
  const strict = urls.tryParse(text);
  if (strict.ok && urls.scheme(strict.url.scheme) !== undefined) return { text };
  const { tryParseLenient } = await import("@anyurl/core/lenient");
  const result = tryParseLenient(text, urls, await lenientOptions(text));
  if (!result.ok) return { text, error: new UrlSyntaxError(result.problems[0]!, result.problems) };
  const changes = [...new Set(result.changes.map(({ message }) => message))].join("; ");
  return { text: result.url.href, ...(changes !== "" && { changes }) };
}

/** Returns URLs that a rejected text may mean. */
export async function suggestUrls(text: string, urls: Registry): Promise<readonly Suggestion[]> {
  const lenient = await import("@anyurl/core/lenient");
  return lenient.suggestUrls(text, urls, await lenientOptions(text));
}

/** Loads the tables of host names only if they are needed. */
async function lenientOptions(text: string): Promise<LenientOptions> {
  if (!/[^\0-\x7f]/.test(text)) return {};
  const { idna } = await import("@anyurl/idna");
  return { idna };
}
