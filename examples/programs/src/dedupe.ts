import { normalize, tryParse } from "anyurl";

/** Returns the different URLs of a list: the first of each normal form. Texts that are not URLs are left out. */
export function dedupe(texts: Iterable<string>): string[] {
  const first = new Map<string, string>();
  for (const text of texts) {
    const { url } = tryParse(text);
    if (url === undefined) continue;
    const normal = normalize(url);
    if (!first.has(normal)) first.set(normal, text);
  }
  return [...first.values()];
}
