import { AccessError, displayText, octetsOf, type Plan } from "@anyurl/core";
import { draftOf } from "./draft.ts";
import { formatMessage } from "./message.ts";
import type { MailtoUrl } from "./syntax.ts";

/**
 * The message that the URL drafts (RFC 5322), as it would be handed over: whoever sends it adds From, Date and
 * Message-ID, and takes Bcc away. Nothing is sent, and nothing should be before a person has seen it (RFC 6068 §7).
 *
 * @throws {AccessError} control-octet, bad-address, bad-header-field: what no message can hold; too-large: too many
 *   mailboxes; unsupported: another operation than "send".
 */
export function plan({ parts }: MailtoUrl, operation = "send"): Plan {
  if (operation !== "send") {
    throw new AccessError("unsupported", `mailto has no plan for "${operation}"`, { hint: 'plan "send"' });
  }
  const draft = draftOf(parts);
  const message = formatMessage(draft);
  const text = displayText(message.replaceAll("\r\n", "\n"), { lines: true });
  const { leftOut } = draft;
  return {
    operation,
    steps: [{ do: "message", octets: octetsOf(message), text, leftOut, cite: "RFC 5322" }],
  };
}
