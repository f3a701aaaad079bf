import { displayText, textOf } from "@anyurl/core";
import type { Draft } from "./draft.ts";
import { readable } from "./encoded-word-reader.ts";
import type { Mailbox } from "./mailbox.ts";

/** A message as a person is shown it before it goes. Every text can be printed: nothing in it acts on a terminal. */
export interface Preview {
  /** `NAME <ADDRESS>`, or the address alone; domains as they are looked up. */
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** They get it, and the others do not see that. */
  readonly bcc: readonly string[];
  /** The other header fields, decoded. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Its lines end in LF. */
  readonly body: string;
  /** Fields of the URL that the message is not given, in lower case. */
  readonly leftOut: readonly string[];
  /** The whole message, as it will go. */
  readonly text: string;
  readonly message: Uint8Array;
}

export function previewOf(
  { to, cc, bcc, fields, body, leftOut }: Draft,
  from: Mailbox,
  message: Uint8Array,
): Preview {
  return {
    from: shown(from),
    to: to.map(shown),
    cc: cc.map(shown),
    bcc: bcc.map(shown),
    fields: fields.map(([name, value]) => [name, displayText(readable(value))]),
    body: linesOf(body),
    leftOut,
    text: linesOf(textOf(message)),
    message,
  };
}

function linesOf(text: string): string {
  return displayText(text.replaceAll("\r\n", "\n"), { lines: true });
}

function shown({ name, address }: Mailbox): string {
  return displayText(name === undefined ? address : `${readable(name)} <${address}>`);
}
