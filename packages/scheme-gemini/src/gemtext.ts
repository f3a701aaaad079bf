import { AccessError, type Entry, isSyntaxError, type Limits, type Url } from "@anyurl/core";
import { ListingLines, skippedLinesEntry } from "@anyurl/core/exchange";
import { resolveSent } from "./syntax.ts";

/** Is it the type of gemtext? */
export function isGemtext(mediaType: string): boolean {
  return /^text\/gemini[ \t]*(?:;|$)/i.test(mediaType);
}

/**
 * Reads gemtext as a menu: each link line is an entry, and each other line is a line of text.
 *
 * @param base the URL of the document, after all redirects.
 * @throws {AccessError} too-large: more than maxEntries lines or maxListing bytes.
 */
export async function* readGemtext(
  base: Url,
  body: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<Entry, void, void> {
  const lines = new ListingLines(limits);
  const reader = new GemtextReader(base);
  for await (const chunk of body) {
    lines.push(chunk);
    for (const line of lines.takeTexts()) yield reader.toEntry(line);
  }
  for (const line of lines.takeTexts(true)) yield reader.toEntry(line);
  const skipped = skippedLinesEntry(lines.skipped, limits);
  if (skipped !== undefined) yield skipped;
}

/** link-line = "=>" *WS URI-reference [ 1*WS label ] */
const LINK = /^=>[ \t]*([^ \t]+)(?:[ \t]+(.*))?$/s;

class GemtextReader {
  readonly #base: Url;
  #isFirst = true;
  #isPreformatted = false;

  constructor(base: Url) {
    this.#base = base;
  }

  toEntry(text: string): Entry {
    // Editors write U+FEFF at the beginning as the signature of UTF-8 (RFC 3629 §6).
    const line = this.#isFirst ? text.replace(/^\ufeff/, "") : text;
    this.#isFirst = false;
    if (line.startsWith("```")) {
      this.#isPreformatted = !this.#isPreformatted;
      // The text after the sign describes what follows, and is not part of it.
      return toInformation("");
    }
    const [, reference, label = ""] = (!this.#isPreformatted && LINK.exec(line)) || [];
    return reference === undefined ? toInformation(line) : this.#toLink(reference, label.trim());
  }

  #toLink(reference: string, label: string): Entry {
    const name = label === "" ? reference : label;
    try {
      return { name, kind: "link", url: resolveSent(this.#base, reference).href };
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      return { name, kind: "link", url: undefined, unsafe: "its URL is not valid" };
    }
  }
}

function toInformation(line: string): Entry {
  return { name: line, kind: "information", url: undefined };
}

/** Creates the error of a listing of another document. */
export function notGemtextError(mediaType: string): AccessError {
  return new AccessError("unsupported", `a document of the type ${mediaType.slice(0, 100)} has no entries`, {
    hint: "use get",
  });
}
