import { octetsOf } from "@anyurl/core";
import { isAscii } from "./a-label.ts";
import type { Draft } from "./draft.ts";
import { formatPhrase, formatUnstructured } from "./encoded-word.ts";
import type { Mailbox } from "./mailbox.ts";

const CRLF = "\r\n";
/** "Each line of characters … SHOULD be no more than 78 characters" (RFC 5322 §2.1.1), and 76 with encoded words. */
const MAX_LINE_LENGTH = 76;
/** "MUST be no more than 998 characters" (RFC 5322 §2.1.1) */
const MAX_PLAIN_LINE_LENGTH = 998;

/** The sender fields of an outgoing message (RFC 5322 §3.6.1, §3.6.2, §3.6.4). */
export interface SenderFields {
  readonly from: Mailbox;
  /** A date-time. */
  readonly date: string;
  /** With its "<" and ">". */
  readonly messageId: string;
}

/**
 * Formats a message: header fields, an empty line, and the body (RFC 5322 §2.1), with CR LF at line ends. With `origin`
 * it is the outgoing message: "the "Bcc:" line is removed even though all of the recipients … are sent a copy"
 * (§3.6.3).
 */
export function formatMessage({ to, cc, bcc, fields, body }: Draft, origin?: SenderFields): string {
  const head = [
    ...(origin === undefined
      ? []
      : [foldField("From", formatMailboxList([origin.from])), foldField("Date", [` ${origin.date}`])]),
    ...[foldField("To", formatMailboxList(to)), foldField("Cc", formatMailboxList(cc))],
    ...(origin === undefined
      ? [foldField("Bcc", formatMailboxList(bcc))]
      : [foldField("Message-ID", [` ${origin.messageId}`])]),
    ...fields.map(([name, value]) =>
      foldField(name, name === "Keywords" ? formatKeywords(value) : formatUnstructured(value)),
    ),
  ].join("");
  return body === "" ? head + CRLF : head + formatBody(body.endsWith(CRLF) ? body : body + CRLF);
}

/** Folds a field before words if its lines would be too long (RFC 5322 §2.2.3). Returns "" without words. */
function foldField(name: string, words: readonly string[]): string {
  if (words.length === 0) return "";
  let text = "";
  let line = `${name}:`;
  words.forEach((word, i) => {
    // Keep a word on the line of the name: some programs lose the value otherwise.
    if (i > 0 && line.length + word.length > MAX_LINE_LENGTH) {
      text += line + CRLF;
      line = "";
    }
    line += word;
  });
  return text + line + CRLF;
}

/**
 * Formats a mailbox-list (RFC 5322 §3.4). Encoded words are valid in display-names, but not in an addr-spec (RFC 2047
 * §5).
 */
function formatMailboxList(mailboxes: readonly Mailbox[]): readonly string[] {
  return joinWithCommas(
    mailboxes.map(({ name, address }) =>
      name === undefined ? [` ${address}`] : [...formatPhrase(name), ` <${address}>`],
    ),
  );
}

/** keywords = "Keywords:" phrase *( "," phrase )   (RFC 5322 §3.6.5) */
function formatKeywords(value: string): readonly string[] {
  return joinWithCommas(
    value
      .split(",")
      .map((each) => formatPhrase(each.trim()))
      .filter((words) => words.length > 0),
  );
}

function joinWithCommas(items: readonly (readonly string[])[]): readonly string[] {
  return items.flatMap((words, i) =>
    i === items.length - 1 ? words : [...words.slice(0, -1), `${words.at(-1)!},`],
  );
}

/** Formats one text/plain part: unchanged if it is 7-bit, otherwise quoted-printable (RFC 2045 §6.7). */
function formatBody(body: string): string {
  const lines = body.split(CRLF);
  const plain = isAscii(body) && lines.every(({ length }) => length <= MAX_PLAIN_LINE_LENGTH);
  const fields = [
    "MIME-Version: 1.0",
    `Content-Type: text/plain; charset=${plain ? "us-ascii" : "utf-8"}`,
    `Content-Transfer-Encoding: ${plain ? "7bit" : "quoted-printable"}`,
  ];
  return [...fields, "", plain ? body : lines.map(encodeQuotedPrintable).join(CRLF)].join(CRLF);
}

function encodeQuotedPrintable(line: string): string {
  const octets = octetsOf(line);
  let text = "";
  let length = 0;
  octets.forEach((octet, i) => {
    const isBlank = octet === 0x20 || octet === 0x09;
    const isPlain = isBlank ? i < octets.length - 1 : octet >= 0x21 && octet <= 0x7e && octet !== 0x3d;
    const piece = isPlain
      ? String.fromCharCode(octet)
      : `=${octet.toString(16).toUpperCase().padStart(2, "0")}`;
    if (length + piece.length > MAX_LINE_LENGTH - 1) {
      text += `=${CRLF}`;
      length = 0;
    }
    text += piece;
    length += piece.length;
  });
  return text;
}
