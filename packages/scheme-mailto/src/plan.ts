import { displayText, noPlanError, octetsOf, type Plan } from "@anyurl/core";
import { createDraft } from "./draft.ts";
import { formatMessage } from "./message.ts";
import { type MailtoSettings, mailtoOptions } from "./options.ts";
import type { MailtoUrl } from "./syntax.ts";

/**
 * Returns the message of the URL (RFC 5322) as a draft. Sending adds From, Date and Message-ID, and removes Bcc.
 * Nothing is sent, and nothing should be sent before the user has seen it (RFC 6068 §7).
 *
 * @throws {AccessError} control-octet, bad-address, bad-header-field: not valid in a message; too-large: too many
 *   recipients; unsupported: another operation than "send".
 */
export function plan(
  { parts }: MailtoUrl,
  operation = "send",
  { fields, maxRecipients }: MailtoSettings = mailtoOptions.defaults,
): Plan {
  if (operation !== "send") throw noPlanError("mailto", operation, ["send"]);
  const draft = createDraft(parts, { fields, maxRecipients });
  const message = formatMessage(draft);
  const text = displayText(message.replaceAll("\r\n", "\n"), { lines: true });
  const { leftOut } = draft;
  return {
    operation,
    steps: [{ do: "message", octets: octetsOf(message), text, leftOut, cite: "RFC 5322" }],
  };
}
