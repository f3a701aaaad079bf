import { displayIri, type Idna } from "@anyurl/core";
import { displayMessage } from "@anyurl/core/presentation";
import { displayText, redact } from "anyurl";
import type { Output } from "../host-io.ts";

/**
 * Formats the URLs of a listing for people: letters in place of their escapes, and host names with letters that cannot
 * be mistaken. A URL with a password is only redacted.
 *
 * @param urls loads the tables of host names if one of them has A-labels.
 */
export async function createUrlDisplay(
  urls: readonly (string | undefined)[],
): Promise<(url: string) => string> {
  const idna = await loadIdna(urls);
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

/**
 * Formats messages for people: on a terminal, the URLs and hosts in them as {@link createUrlDisplay} does. In a file or
 * a pipe they stay unchanged.
 *
 * @param messages loads the tables of host names if one of them has A-labels.
 */
export async function createMessageDisplay(
  { isTerminal }: Pick<Output, "isTerminal">,
  messages: readonly (string | undefined)[],
): Promise<(message: string) => string> {
  if (!isTerminal) return (message) => message;
  const idna = await loadIdna(messages);
  return (message) => displayMessage(message, idna);
}

async function loadIdna(texts: readonly (string | undefined)[]): Promise<Partial<Idna>> {
  const hasLabels = texts.some((text) => text !== undefined && /(?<![a-z0-9-])xn--/i.test(text));
  return hasLabels ? (await import("@anyurl/idna")).idna : {};
}
