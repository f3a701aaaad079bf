import { displayIri, type Idna } from "@anyurl/core";
import { displayText, redact } from "anyurl";

/**
 * Formats the URLs of a listing for people: letters in place of their escapes, and host names with letters that cannot
 * be mistaken. A URL with a password is only redacted.
 *
 * @param urls loads the tables of host names if one of them has A-labels.
 */
export async function createUrlDisplay(
  urls: readonly (string | undefined)[],
): Promise<(url: string) => string> {
  const hasLabels = urls.some((url) => url !== undefined && /[/.@]xn--/i.test(url));
  const idna: Partial<Idna> = hasLabels ? (await import("@anyurl/idna")).idna : {};
  return (url) => {
    const shown = redact(url);
    if (shown !== url) return displayText(shown);
    try {
      return displayIri(url, idna);
    } catch {
      return displayText(shown); // not a valid URL
    }
  };
}
