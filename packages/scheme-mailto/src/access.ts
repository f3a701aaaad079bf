import { AccessError, displayText, isAccessError, octetsOf, type Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { bodyOfSource } from "./body.ts";
import { dateTime } from "./date-time.ts";
import { draftOf } from "./draft.ts";
import { formatMessage, type Origin } from "./message.ts";
import { type Preview, previewOf } from "./preview.ts";
import { type SendOptions, sendOptionsOf } from "./send-options.ts";
import type { Receipt, RefusedRecipient } from "./submission.ts";
import type { MailtoUrl } from "./syntax.ts";

/**
 * Sends the message that the URL drafts, once it was confirmed, by the submitter of the options. Resolves when it was
 * taken over for every recipient.
 *
 * @param message the body in UTF-8, in the place of the URL's own.
 * @throws {AccessError} unsupported, bad-option, bad-address, bad-header-field, control-octet, too-large: nothing was
 *   handed over; aborted: it was not confirmed; what the submitter says; for recipients that were refused what the first
 *   of them was refused for, and the message says who, and whether the others were sent it.
 */
export async function send(url: MailtoUrl, context: Context, message?: Source): Promise<void> {
  const options = sendOptionsOf(context.options);
  const { from, submit, partial, fields, maxRecipients } = options;
  const body = message === undefined ? undefined : await bodyOfSource(message, context.limits);
  const draft = draftOf(url.parts, { maxRecipients, fields, body });
  const octets = octetsOf(formatMessage(draft, originOf(options, context)));
  const recipients = [...new Set([...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address))];
  if (recipients.length === 0) {
    throw new AccessError("bad-address", "the URL names nobody to send to", {
      hint: "put an address behind mailto:",
    });
  }
  await confirmed(options, previewOf(draft, from, octets));
  context.signal.throwIfAborted();
  const receipt = await submit({ from: from.address, recipients, message: octets, partial }, context);
  checkReceipt(receipt, recipients);
  options.onReceipt?.(receipt);
  const [first] = receipt.refused;
  if (first !== undefined) throw refusal(receipt, first);
}

/** What the message says of itself. A msg-id is unique (RFC 5322 §3.6.4), and tells nothing of this machine. */
function originOf({ from }: SendOptions, context: Context): Origin {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) =>
    octet.toString(16).padStart(2, "0"),
  );
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return { from, date: dateTime(context.now()), messageId: `<${random.join("")}@${domain}>` };
}

async function confirmed({ confirm }: SendOptions, preview: Preview): Promise<void> {
  if (confirm === "confirmed") return;
  let answer: unknown;
  try {
    answer = await confirm(preview);
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("aborted", "whoever was asked has failed to answer; nothing was sent", { cause });
  }
  if (answer !== true) throw new AccessError("aborted", "the message was not confirmed; nothing was sent");
}

/** A submitter may be anybody's: each recipient is told of, once. */
function checkReceipt(receipt: Receipt, recipients: readonly string[]): void {
  const { accepted, refused } = (receipt ?? {}) as Partial<Receipt>;
  if (Array.isArray(accepted) && Array.isArray(refused)) {
    const told = [...accepted, ...refused.map((each: RefusedRecipient | undefined) => each?.recipient)];
    const isTold =
      new Set(told).size === told.length && told.every((each) => recipients.includes(each as string));
    // Where some are refused, the others may be neither: nothing was handed over then.
    if (isTold && (refused.length > 0 || told.length === recipients.length)) return;
  }
  throw new AccessError(
    "plugin-fault",
    "the submitter does not say what has become of the message; it may have been sent",
  );
}

/** Names of mailboxes that an error has. */
const MAX_NAMED = 5;

function refusal({ accepted, refused }: Receipt, first: RefusedRecipient): AccessError {
  // What will not change counts before what may.
  const { code, reply, replyCode } = refused.find(({ retryable }) => !retryable) ?? first;
  const named = refused.slice(0, MAX_NAMED).map(({ recipient }) => displayText(recipient));
  const more = refused.length > MAX_NAMED ? ` and ${refused.length - MAX_NAMED} more` : "";
  const who = `${named.join(", ")}${more}`;
  const isSent = accepted.length > 0;
  const mailboxes = accepted.length === 1 ? "1 mailbox" : `${accepted.length} mailboxes`;
  return new AccessError(
    code,
    isSent
      ? `the message was sent to ${mailboxes}, and was refused for ${who}`
      : `the message was sent to nobody: it was refused for ${who}`,
    {
      reply,
      replyCode,
      retryable: !isSent && refused.every(({ retryable }) => retryable),
      hint: isSent
        ? "the mailto option onReceipt tells which; do not send it to all of them again"
        : "correct the address; the mailto option partial sends it to the others",
    },
  );
}
