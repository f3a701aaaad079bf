import { displayText } from "@anyurl/core";
import { decodeEncodedWords } from "@anyurl/core/exchange";
import type { Value } from "./values.ts";

/** The fields of an ENVELOPE that a listing shows (RFC 3501 §7.4.2), decoded and safe to display. */
export type Envelope = Readonly<Record<EnvelopeField, string>>;

type EnvelopeField =
  | "date"
  | "subject"
  | "from"
  | "sender"
  | "reply-to"
  | "to"
  | "cc"
  | "bcc"
  | "in-reply-to"
  | "message-id";

const FIELDS: readonly (readonly [name: EnvelopeField, hasAddresses: boolean])[] = [
  ["date", false],
  ["subject", false],
  ["from", true],
  ["sender", true],
  ["reply-to", true],
  ["to", true],
  ["cc", true],
  ["bcc", true],
  ["in-reply-to", false],
  ["message-id", false],
];

/** Reads an ENVELOPE. What is missing or malformed is "". */
export function readEnvelope(value: Value | undefined): Envelope {
  const values = isList(value) ? value : [];
  const fields = FIELDS.map(([name, hasAddresses], i) => {
    const field = values[i] ?? null;
    return [name, hasAddresses ? formatAddresses(field) : toText(field)];
  });
  return Object.fromEntries(fields) as Envelope;
}

/** Addresses are (name route mailbox host); a group begins and ends with one that has no host. */
function formatAddresses(value: Value): string {
  if (!isList(value)) return "";
  const shown = value.flatMap((address) => {
    if (!isList(address)) return [];
    const [name = null, , mailbox = null, host = null] = address;
    if (typeof mailbox !== "string") return [];
    if (typeof host !== "string") return [`${displayText(mailbox)}:`];
    const spec = displayText(`${mailbox}@${host}`);
    const who = toText(name);
    return [who === "" ? spec : `${who} <${spec}>`];
  });
  return shown.join(", ").replaceAll(/(:), /g, "$1 ");
}

/** Unfolds a field, whose tabs are white space, and decodes its encoded words. */
function toText(value: Value | undefined): string {
  if (typeof value !== "string") return "";
  return displayText(
    decodeEncodedWords(value.replaceAll(/\r?\n(?=[ \t])/g, "").replaceAll("\t", " ")).trim(),
  );
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return typeof value === "object" && value !== null;
}
