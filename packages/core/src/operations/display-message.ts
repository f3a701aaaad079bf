import type { Idna } from "../syntax/iri.ts";
import { displayIri, hostDisplay } from "./display-iri.ts";

/**
 * Formats a message for display: the URLs in it as {@link displayIri} does, and the host names with A-labels. Everything
 * else stays. Redact the message before.
 */
export function displayMessage(message: string, idna: Partial<Idna> = {}): string {
  return message.replace(URL_OR_HOST, (text) => {
    if (!text.includes("://")) return hostDisplay(text, idna).unicode;
    try {
      return displayIri(text, idna);
    } catch {
      return text; // not a valid URL
    }
  });
}

/** A URL without the punctuation after it, or a host name with an A-label. */
const URL_OR_HOST =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*[^\s"'<>.,:;!?)\]]|(?<![\w.-])(?:[\w-]+\.)*xn--[a-z0-9-]+(?:\.[\w-]+)*/gi;
