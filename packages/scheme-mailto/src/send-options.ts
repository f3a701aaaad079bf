import { AccessError } from "@anyurl/core";
import { MAX_RECIPIENTS, mailboxesOf } from "./draft.ts";
import { ACCEPTED, isFieldName } from "./hfield.ts";
import { type Mailbox, readMailboxes } from "./mailbox.ts";
import type { Preview } from "./preview.ts";
import type { Receipt, Submitter } from "./submission.ts";

/** The options of mailto, for `send`. */
export interface MailtoOptions {
  /** Hands the message over. */
  readonly submit?: Submitter;
  /** Who sends: `me@h.example` or `Me <me@h.example>`. The URL has no say in it. */
  readonly from?: string;
  /** A person has seen what `plan` shows, and wants it to be sent. */
  readonly confirmed?: boolean;
  /** Or asks a person now, with the whole message; only `true` sends it. */
  readonly confirm?: (preview: Preview) => boolean | Promise<boolean>;
  /** Send to some, where the server refuses others? Either way the call then fails, and says who. Default false. */
  readonly partial?: boolean;
  /** Told what has become of it, before the call ends. */
  readonly onReceipt?: (receipt: Receipt) => void;
  /** Mailboxes that a message may go to. Default 100. */
  readonly maxRecipients?: number;
  /** Further header fields that the URL may give, as `["Priority"]`. Default none. */
  readonly fields?: readonly string[];
}

/** The same, checked. */
export interface SendOptions {
  readonly submit: Submitter;
  readonly from: Mailbox;
  readonly confirm: "confirmed" | NonNullable<MailtoOptions["confirm"]>;
  readonly partial: boolean;
  readonly onReceipt: MailtoOptions["onReceipt"];
  readonly maxRecipients: number;
  readonly fields: readonly string[];
}

/** @throws {AccessError} unsupported: there is no submitter; bad-option. */
export function sendOptionsOf(given: Readonly<Record<string, unknown>>): SendOptions {
  const { submit, confirm, partial, onReceipt } = given as MailtoOptions;
  if (submit === undefined) {
    throw new AccessError("unsupported", "there is nobody here to hand a message over to", {
      hint: "give the mailto option submit, as smtp(…) of @anyurl/smtp; plan shows the message that it would get",
    });
  }
  if (typeof submit !== "function") throw badOption("submit", "a function that hands a message over");
  if (confirm !== undefined && typeof confirm !== "function")
    throw badOption("confirm", "a function that is shown the message, and gives true");
  if (partial !== undefined && typeof partial !== "boolean") throw badOption("partial", "true or false");
  if (onReceipt !== undefined && typeof onReceipt !== "function")
    throw badOption("onReceipt", "a function that is told what has become of the message");
  return {
    submit,
    from: fromOf(given["from"]),
    confirm: confirmOf(given["confirmed"], confirm),
    partial: partial ?? false,
    onReceipt,
    maxRecipients: maxRecipientsOf(given["maxRecipients"]),
    fields: fieldsOf(given["fields"]),
  };
}

function badOption(name: string, what: string): AccessError {
  return new AccessError("bad-option", `the mailto option ${name} is ${what}`);
}

function fromOf(from: unknown): Mailbox {
  const wanted = badOption("from", "the mailbox of whoever sends, as a@h.example or A <a@h.example>");
  if (typeof from !== "string") throw wanted;
  try {
    const mailboxes = mailboxesOf(readMailboxes(from) ?? []);
    if (mailboxes.length === 1) return mailboxes[0]!;
  } catch {
    // It is no address that mail could come from.
  }
  throw wanted;
}

/**
 * "A mail client SHOULD NOT send a message based on a 'mailto' URI without first disclosing and showing to the user the
 * full message … and asking the user for approval" (RFC 6068 §7).
 */
function confirmOf(confirmed: unknown, confirm: MailtoOptions["confirm"]): SendOptions["confirm"] {
  if (confirmed === true) return "confirmed";
  if (confirmed !== undefined && confirmed !== false) throw badOption("confirmed", "true or false");
  if (confirm !== undefined) return confirm;
  throw new AccessError("bad-option", "nothing is sent that nobody has seen", {
    hint: "show the message, and give the mailto option confirmed: true; or give confirm, which is shown it",
  });
}

function maxRecipientsOf(given: unknown = MAX_RECIPIENTS): number {
  if (typeof given === "number" && given >= 0) return given;
  throw badOption("maxRecipients", "a number from 0 to Infinity");
}

/**
 * What no URL may say of a message, whoever allows it: originator, trace and MIME fields, and what makes a program of
 * the reader's do something (RFC 6068 §4).
 */
const NEVER =
  /^(?:from|sender|reply-to|date|message-id|return-path|received(?:-.*)?|resent-.*|apparently-to|delivered-to|mime-version|content-.*|disposition-notification-.*|return-receipt-to|errors-to|dkim-.*|domainkey-.*|arc-.*|authentication-results|attach(?:ment)?|x-mailer|auto-submitted)$/;

function fieldsOf(given: unknown = []): readonly string[] {
  if (!Array.isArray(given)) throw badOption("fields", "a list of names of header fields");
  for (const name of given as readonly unknown[]) {
    if (!isFieldName(name)) throw badOption("fields", "a list of names of header fields");
    const lower = (name as string).toLowerCase();
    if (ACCEPTED.has(lower)) throw badOption("fields", `a list without "${lower}": that is taken anyway`);
    if (NEVER.test(lower))
      throw badOption("fields", `a list without "${lower}": no URL may say that of a message`);
  }
  return given as readonly string[];
}
