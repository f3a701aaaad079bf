import { AccessError, displayText, encodeHex, isAccessError, octetsOf, type Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { readBody } from "./body.ts";
import { formatDateTime } from "./date-time.ts";
import { createDraft } from "./draft.ts";
import { formatMessage, type SenderFields } from "./message.ts";
import { type MailtoSettings, type SendSettings, toSendSettings } from "./options.ts";
import { createPreview, type Preview } from "./preview.ts";
import type { Receipt, RefusedRecipient } from "./submission.ts";
import type { MailtoUrl } from "./syntax.ts";

/**
 * Sends the message of the URL with the submitter in the options, after confirmation. Resolves when the server has
 * accepted it for every recipient.
 *
 * @param message the body in UTF-8; replaces the body of the URL.
 * @throws {AccessError} unsupported, bad-option, bad-address, bad-header-field, control-octet, too-large: nothing was
 *   submitted; aborted: not confirmed; errors of the submitter; for rejected recipients, the code of the first
 *   permanent rejection, with a message that lists them and says whether the others were sent the message.
 */
export async function send(
  url: MailtoUrl,
  context: Context<MailtoSettings>,
  message?: Source,
): Promise<void> {
  const options = toSendSettings(context.options);
  const { from, submit, partial, fields, maxRecipients } = options;
  const body = message === undefined ? undefined : await readBody(message, context.limits);
  const draft = createDraft(url.parts, { maxRecipients, fields, body });
  const octets = octetsOf(formatMessage(draft, createOrigin(options, context)));
  const recipients = [...new Set([...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address))];
  if (recipients.length === 0) {
    throw new AccessError("bad-address", "the URL has no recipient", {
      hint: "add an address after mailto:",
    });
  }
  await requireConfirmation(options, createPreview(draft, from, octets));
  context.signal.throwIfAborted();
  const receipt = await submit({ from: from.address, recipients, message: octets, partial }, context);
  checkReceipt(receipt, recipients);
  options.onReceipt?.(receipt);
  const [first] = receipt.refused;
  if (first !== undefined) throw recipientError(receipt, first);
}

/** Creates the sender fields. A msg-id must be unique (RFC 5322 §3.6.4); it reveals nothing about this machine. */
function createOrigin({ from }: SendSettings, context: Context): SenderFields {
  const random = encodeHex(crypto.getRandomValues(new Uint8Array(16)));
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return { from, date: formatDateTime(context.now()), messageId: `<${random}@${domain}>` };
}

async function requireConfirmation({ confirm }: SendSettings, preview: Preview): Promise<void> {
  if (confirm === "confirmed") return;
  let answer: unknown;
  try {
    answer = await confirm(preview);
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("aborted", "the confirm callback failed; nothing was sent", { cause });
  }
  if (answer !== true) throw new AccessError("aborted", "the message was not confirmed; nothing was sent");
}

/** Checks the receipt of an untrusted submitter: it may name each recipient only once. */
function checkReceipt(receipt: Receipt, recipients: readonly string[]): void {
  const { accepted, refused } = (receipt ?? {}) as Partial<Receipt>;
  if (Array.isArray(accepted) && Array.isArray(refused)) {
    const told = [...accepted, ...refused.map((each: RefusedRecipient | undefined) => each?.recipient)];
    const isTold =
      new Set(told).size === told.length && told.every((each) => recipients.includes(each as string));
    // If some are rejected, the others can be missing: then nothing was submitted.
    if (isTold && (refused.length > 0 || told.length === recipients.length)) return;
  }
  throw new AccessError(
    "plugin-fault",
    "the submitter returned an invalid receipt; the message may have been sent",
  );
}

/** The maximum number of mailboxes in an error message. */
const MAX_NAMED = 5;

function recipientError({ accepted, refused }: Receipt, first: RefusedRecipient): AccessError {
  // A permanent rejection takes precedence over a temporary one.
  const { code, reply, replyCode } = refused.find(({ retryable }) => !retryable) ?? first;
  const named = refused.slice(0, MAX_NAMED).map(({ recipient }) => displayText(recipient));
  const more = refused.length > MAX_NAMED ? ` and ${refused.length - MAX_NAMED} more` : "";
  const who = `${named.join(", ")}${more}`;
  const isSent = accepted.length > 0;
  const mailboxes = accepted.length === 1 ? "1 mailbox" : `${accepted.length} mailboxes`;
  return new AccessError(
    code,
    isSent
      ? `the server accepted the message for ${mailboxes}, but rejected it for ${who}`
      : `the message was not sent: the server rejected ${who}`,
    {
      reply,
      replyCode,
      retryable: !isSent && refused.every(({ retryable }) => retryable),
      hint: isSent
        ? "do not send it again to all recipients; use the mailto option onReceipt to see who accepted it"
        : "correct the address, or set the mailto option partial to send to the others",
    },
  );
}
