import { AccessError } from "@anyurl/core";
import { MAX_RECIPIENTS, normalizeMailboxes } from "./draft.ts";
import { ACCEPTED_FIELDS, isFieldName } from "./hfield.ts";
import { type Mailbox, readMailboxes } from "./mailbox.ts";
import type { Preview } from "./preview.ts";
import type { Receipt, Submitter } from "./submission.ts";

/** The options of mailto for `send`. */
export interface MailtoOptions {
  /** Submits the message. */
  readonly submit?: Submitter;
  /** The sender: `me@h.example` or `Me <me@h.example>`. The URL cannot set it. */
  readonly from?: string;
  /** The user has seen the output of `plan` and confirmed the message. */
  readonly confirmed?: boolean;
  /** Or asks the user now, with the whole message; only `true` sends it. */
  readonly confirm?: (preview: Preview) => boolean | Promise<boolean>;
  /**
   * Send to the others if the server rejects some recipients. The call then still fails and lists them. Default false.
   */
  readonly partial?: boolean;
  /** Called with the result for each recipient, before the call ends. */
  readonly onReceipt?: (receipt: Receipt) => void;
  /** The maximum number of recipients of a message. Default 100. */
  readonly maxRecipients?: number;
  /** Further header fields that the URL may set, for example `["Priority"]`. Default none. */
  readonly fields?: readonly string[];
}

/** Validated options. */
export interface SendOptions {
  readonly submit: Submitter;
  readonly from: Mailbox;
  readonly confirm: "confirmed" | NonNullable<MailtoOptions["confirm"]>;
  readonly partial: boolean;
  readonly onReceipt: MailtoOptions["onReceipt"];
  readonly maxRecipients: number;
  readonly fields: readonly string[];
}

/** Validates the options. @throws {AccessError} unsupported: there is no submitter; bad-option. */
export function resolveSendOptions(given: Readonly<Record<string, unknown>>): SendOptions {
  const { submit, confirm, partial, onReceipt } = given as MailtoOptions;
  if (submit === undefined) {
    throw new AccessError("unsupported", "cannot send mail: no submitter", {
      hint: "set the mailto option submit, for example to smtp(…) of @anyurl/smtp; use plan to see the message",
    });
  }
  if (typeof submit !== "function") throw badOption("submit", "a function that submits a message");
  if (confirm !== undefined && typeof confirm !== "function")
    throw badOption("confirm", "a function that returns true to send the message");
  if (partial !== undefined && typeof partial !== "boolean") throw badOption("partial", "true or false");
  if (onReceipt !== undefined && typeof onReceipt !== "function")
    throw badOption("onReceipt", "a function that receives the result");
  return {
    submit,
    from: resolveFrom(given["from"]),
    confirm: resolveConfirm(given["confirmed"], confirm),
    partial: partial ?? false,
    onReceipt,
    maxRecipients: resolveMaxRecipients(given["maxRecipients"]),
    fields: resolveFields(given["fields"]),
  };
}

function badOption(name: string, expected: string): AccessError {
  return new AccessError("bad-option", `invalid mailto option ${name}: expected ${expected}`);
}

function resolveFrom(from: unknown): Mailbox {
  const wanted = badOption("from", "the mailbox of the sender, for example a@h.example or A <a@h.example>");
  if (typeof from !== "string") throw wanted;
  try {
    const mailboxes = normalizeMailboxes(readMailboxes(from) ?? []);
    if (mailboxes.length === 1) return mailboxes[0]!;
  } catch {
    // The address is not valid as a sender.
  }
  throw wanted;
}

/**
 * Returns how the message is confirmed. "A mail client SHOULD NOT send a message based on a 'mailto' URI without first
 * disclosing and showing to the user the full message … and asking the user for approval" (RFC 6068 §7).
 */
function resolveConfirm(confirmed: unknown, confirm: MailtoOptions["confirm"]): SendOptions["confirm"] {
  if (confirmed === true) return "confirmed";
  if (confirmed !== undefined && confirmed !== false) throw badOption("confirmed", "true or false");
  if (confirm !== undefined) return confirm;
  throw new AccessError("bad-option", "the message is not confirmed", {
    hint: "show the message and set the mailto option confirmed: true, or set the option confirm to a function that shows it",
  });
}

function resolveMaxRecipients(given: unknown = MAX_RECIPIENTS): number {
  if (typeof given === "number" && given >= 0) return given;
  throw badOption("maxRecipients", "a number from 0 to Infinity");
}

/**
 * Fields that a URL must never set, even if the caller allows it: originator, trace and MIME fields, and fields that
 * trigger actions in the reader's mail program (RFC 6068 §4).
 */
const FORBIDDEN_FIELDS =
  /^(?:from|sender|reply-to|date|message-id|return-path|received(?:-.*)?|resent-.*|apparently-to|delivered-to|mime-version|content-.*|disposition-notification-.*|return-receipt-to|errors-to|dkim-.*|domainkey-.*|arc-.*|authentication-results|attach(?:ment)?|x-mailer|auto-submitted)$/;

function resolveFields(given: unknown = []): readonly string[] {
  if (!Array.isArray(given)) throw badOption("fields", "a list of names of header fields");
  for (const name of given as readonly unknown[]) {
    if (!isFieldName(name)) throw badOption("fields", "a list of names of header fields");
    const lower = (name as string).toLowerCase();
    if (ACCEPTED_FIELDS.has(lower))
      throw badOption("fields", `a list without "${lower}", which is always allowed`);
    if (FORBIDDEN_FIELDS.test(lower))
      throw badOption("fields", `a list without "${lower}", which a URL must never set`);
  }
  return given as readonly string[];
}
