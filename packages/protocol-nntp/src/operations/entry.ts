import { displayText, type Entry } from "@anyurl/core";
import { readDateTime } from "../exchange/date-time.ts";
import { decodeWords } from "../exchange/encoded-word.ts";
import type { Group } from "../exchange/groups.ts";
import type { Overview } from "../exchange/overview.ts";
import { messageIdFault } from "../message-id.ts";
import { newsgroupNameFault } from "../newsgroup-name.ts";

/** The URL of an entry, or why it has none. */
export type Named = { readonly url: string } | { readonly unsafe: string };

/** An article as an entry: its subject is the name. */
export function articleEntry(overview: Overview, named: Named): Entry {
  const { number, subject, from, date, messageId, references, bytes, lines } = overview;
  const modified = readDateTime(date);
  const size = countOf(bytes);
  return {
    name: decodeWords(subject),
    kind: "file",
    ...urlIn(named),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    mediaType: "message/rfc822",
    attributes: attributesOf([
      ["number", number],
      ["from", decodeWords(from)],
      ["date", date],
      ["message-id", messageId],
      ["references", references],
      ["lines", lines],
    ]),
  };
}

/** A newsgroup as an entry. */
export function groupEntry({ name, high, low, status, description }: Group, named: Named): Entry {
  return {
    name,
    kind: "directory",
    ...urlIn(named),
    attributes: attributesOf([
      ["description", description ?? ""],
      ["low", low],
      ["high", high],
      ["status", status],
    ]),
  };
}

/** A message-id that a server has named: with "<" and ">", or without. Gives it without, or what is wrong with it. */
export function checkedMessageId(text: string): { readonly messageId: string } | { readonly unsafe: string } {
  const messageId = text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text;
  const fault = messageIdFault(messageId);
  return fault === undefined ? { messageId } : { unsafe: fault };
}

/** The name of a newsgroup that a server has named. */
export function checkedGroup(name: string, named: (name: string) => string): Named {
  const fault = newsgroupNameFault(name);
  return fault === undefined ? { url: named(name) } : { unsafe: fault };
}

export function urlIn(named: Named): Pick<Entry, "url" | "unsafe"> {
  return "url" in named ? { url: named.url } : { url: undefined, unsafe: named.unsafe };
}

/** A number from outside is digits of bounded length, or it is absent. */
function countOf(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Those that the server has said something for, as they may be shown. */
function attributesOf(
  all: readonly (readonly [name: string, text: string])[],
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [name, text] of all)
    if (text !== "") attributes[name] = isPlain(text) ? text : displayText(text);
  return attributes;
}

/** Printable ASCII, which is shown as it is: there are many of these. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
