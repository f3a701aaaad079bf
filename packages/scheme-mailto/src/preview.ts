import { displayText, textOf } from "@anyurl/core";
import { decodeEncodedWords } from "@anyurl/core/exchange";
import type { Draft } from "./draft.ts";
import type { Mailbox } from "./mailbox.ts";

/** A message as shown to the user before it is sent. All strings are sanitized for a terminal, except `message`. */
export interface Preview {
  /** `NAME <ADDRESS>`, or only the address; domains in ASCII. */
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Recipients that the others do not see. */
  readonly bcc: readonly string[];
  /** The other header fields, decoded. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** With LF at line ends. */
  readonly body: string;
  /** Fields of the URL that are not added to the message, in lower case. */
  readonly leftOut: readonly string[];
  /** The whole message as it is sent, sanitized. */
  readonly text: string;
  readonly message: Uint8Array;
}

export function createPreview(
  { to, cc, bcc, fields, body, leftOut }: Draft,
  from: Mailbox,
  message: Uint8Array,
): Preview {
  return {
    from: formatMailbox(from),
    to: to.map(formatMailbox),
    cc: cc.map(formatMailbox),
    bcc: bcc.map(formatMailbox),
    fields: fields.map(([name, value]) => [name, displayText(decodeEncodedWords(value))]),
    // Most programs do not show the message, which can have many megabytes.
    get body() {
      return formatLines(body);
    },
    leftOut,
    get text() {
      return formatLines(textOf(message));
    },
    message,
  };
}

function formatLines(text: string): string {
  return displayText(text.replaceAll("\r\n", "\n"), { lines: true });
}

function formatMailbox({ name, address }: Mailbox): string {
  return displayText(name === undefined ? address : `${decodeEncodedWords(name)} <${address}>`);
}
