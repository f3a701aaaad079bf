import { asciiLowerCase, displayText } from "@anyurl/core";
import { decodeEncodedWords } from "@anyurl/core/exchange";

/** The fields of a header that a listing shows, by name in lower case, decoded and safe to display. */
export type MessageHeader = ReadonlyMap<string, string>;

const SHOWN: ReadonlySet<string> = new Set(["subject", "from", "to", "cc", "date", "message-id"]);

/** Reads the fields of a header up to its empty line (RFC 5322 §2.2). The first field of a name counts. */
export function readHeader(text: string): MessageHeader {
  const header = new Map<string, string>();
  const [fields = ""] = text.split(/(?:^|\n)\r?\n/, 1);
  for (const line of fields.replaceAll(/\r?\n(?=[ \t])/g, "").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = asciiLowerCase(line.slice(0, Math.max(0, colon)).trimEnd());
    if (!SHOWN.has(name) || header.has(name)) continue;
    // A tab is white space of a folded line, which would be shown as "\x09".
    const value = line.slice(colon + 1).replaceAll("\t", " ");
    header.set(name, displayText(decodeEncodedWords(value.trim())));
  }
  return header;
}
