import { displayText, type Entry } from "@anyurl/core";
import { decodeEncodedWords, readDateTime } from "@anyurl/core/exchange";
import type { Group } from "../exchange/groups.ts";
import type { Overview } from "../exchange/overview.ts";
import { checkMessageId } from "../message-id.ts";
import { checkNewsgroupName } from "../newsgroup-name.ts";

/** The URL of an entry, or the reason why it has no URL. */
export type Named = { readonly url: string } | { readonly unsafe: string };

/** Makes an entry of an article: its subject is the name. */
export function createArticleEntry(overview: Overview, named: Named): Entry {
  const { number, subject, from, date, messageId, references, bytes, lines } = overview;
  const modified = readDateTime(date);
  const size = parseCount(bytes);
  return {
    name: decodeEncodedWords(subject),
    kind: "file",
    ...toUrlFields(named),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    mediaType: "message/rfc822",
    attributes: createAttributes([
      ["number", number],
      ["from", decodeEncodedWords(from)],
      ["date", date],
      ["message-id", messageId],
      ["references", references],
      ["lines", lines],
    ]),
  };
}

/** Makes an entry of a newsgroup. */
export function createGroupEntry({ name, high, low, status, description }: Group, named: Named): Entry {
  return {
    name,
    kind: "directory",
    ...toUrlFields(named),
    attributes: createAttributes([
      ["description", description ?? ""],
      ["low", low],
      ["high", high],
      ["status", status],
    ]),
  };
}

/**
 * Checks a message-id that a server sent, with or without "<" and ">". Returns it without them, or what is wrong with
 * it.
 */
export function parseServerMessageId(
  text: string,
): { readonly messageId: string } | { readonly unsafe: string } {
  const messageId = text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text;
  const fault = checkMessageId(messageId);
  return fault === undefined ? { messageId } : { unsafe: fault };
}

/** Checks the name of a newsgroup that a server sent. */
export function parseServerGroup(name: string, named: (name: string) => string): Named {
  const fault = checkNewsgroupName(name);
  return fault === undefined ? { url: named(name) } : { unsafe: fault };
}

export function toUrlFields(named: Named): Pick<Entry, "url" | "unsafe"> {
  return "url" in named ? { url: named.url } : { url: undefined, unsafe: named.unsafe };
}

/** Accepts a number from a server only as digits of bounded length. */
function parseCount(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the fields that the server filled in, sanitized. */
function createAttributes(
  all: readonly (readonly [name: string, text: string])[],
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [name, text] of all)
    if (text !== "") attributes[name] = isPrintableAscii(text) ? text : displayText(text);
  return attributes;
}

/** Printable ASCII needs no sanitizing. This fast path matters for large listings. */
function isPrintableAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
