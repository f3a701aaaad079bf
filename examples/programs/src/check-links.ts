import { extract, isAccessError, stat } from "anyurl";

/** Finds the URLs of any scheme in a text, and says of each whether it leads to something. */
export async function checkLinks(text: string): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const { url } of extract(text)) {
    try {
      const { kind } = await stat(url.href);
      results[url.href] = kind;
    } catch (error) {
      if (!isAccessError(error)) throw error;
      results[url.href] = error.code;
    }
  }
  return results;
}
