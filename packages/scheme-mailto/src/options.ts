import {
  AccessError,
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  optionError,
  type ResolvedOptions,
} from "@anyurl/core";
import { MAX_RECIPIENTS, normalizeMailboxes } from "./draft.ts";
import { ACCEPTED_FIELDS, isFieldName } from "./hfield.ts";
import { type Mailbox, readMailboxes } from "./mailbox.ts";
import type { Preview } from "./preview.ts";
import type { Receipt, Submitter } from "./submission.ts";

type ConfirmFunction = (preview: Preview) => boolean | Promise<boolean>;

const SENDER = "the mailbox of the sender, for example a@h.example or A <a@h.example>";

const DECLARATIONS = {
  submit: {
    type: "function",
    as: undefined as Submitter | undefined,
    description: "the function that submits the message; required to send",
    rule: "RFC 6409",
  },
  from: {
    type: "string",
    read: (text: string): Mailbox | undefined => readSender(text),
    expected: SENDER as string,
    description: "the sender: me@h.example or Me <me@h.example>; the URL cannot set it",
    rule: "RFC 6068 §4",
  },
  confirmed: {
    type: "boolean",
    default: false,
    description: "the user has seen the message and confirmed it",
    rule: "RFC 6068 §7",
  },
  confirm: {
    type: "function",
    as: undefined as ConfirmFunction | undefined,
    description: "called with the whole message; it is sent if this returns true",
    rule: "RFC 6068 §7",
  },
  partial: {
    type: "boolean",
    default: false,
    description:
      "send to the others if the server rejects some recipients; the call then still fails and lists them",
  },
  onReceipt: {
    type: "function",
    as: undefined as ((receipt: Receipt) => void) | undefined,
    description: "called with the result for each recipient, before the call ends",
  },
  maxRecipients: {
    type: "integer",
    unlimited: true,
    default: MAX_RECIPIENTS as number,
    description: "the maximum number of recipients of a message",
  },
  fields: {
    type: "list",
    default: [],
    read: (names: readonly string[]): readonly string[] => readFieldNames(names),
    description: "further header fields that the URL may set, for example Priority",
    rule: "RFC 6068 §4",
  },
} as const;

/** The options of mailto. */
export const mailtoOptions: OptionSet<typeof DECLARATIONS> = defineOptions("mailto", DECLARATIONS);

export type MailtoOptions = OptionsInput<typeof mailtoOptions>;
export type MailtoSettings = ResolvedOptions<typeof mailtoOptions>;

/** The options of a message that can be sent. */
export interface SendSettings extends Omit<MailtoSettings, "confirm"> {
  readonly submit: Submitter;
  readonly from: Mailbox;
  readonly confirm: "confirmed" | ConfirmFunction;
}

/**
 * Requires what sending needs. "A mail client SHOULD NOT send a message based on a 'mailto' URI without first disclosing
 * and showing to the user the full message … and asking the user for approval" (RFC 6068 §7).
 *
 * @throws {AccessError} unsupported: there is no submitter; bad-option: no sender, or no confirmation.
 */
export function toSendSettings(options: MailtoSettings): SendSettings {
  const { submit, from } = options;
  const confirm = options.confirmed ? "confirmed" : options.confirm;
  if (submit === undefined) {
    throw new AccessError("unsupported", "cannot send mail: no submitter", {
      hint: "set the mailto option submit, for example to smtp(…) of @anyurl/smtp; use plan to see the message",
    });
  }
  if (from === undefined) throw optionError(mailtoOptions, "from", SENDER);
  if (confirm === undefined) {
    throw new AccessError("bad-option", "the message is not confirmed", {
      hint: "show the message and set the mailto option confirmed: true, or set the option confirm to a function that shows it",
    });
  }
  return { ...options, submit, from, confirm };
}

function readSender(text: string): Mailbox | undefined {
  const mailboxes = normalizeMailboxes(readMailboxes(text) ?? []);
  return mailboxes.length === 1 ? mailboxes[0] : undefined;
}

/**
 * Fields that a URL must never set, even if the caller allows it: originator, trace and MIME fields, and fields that
 * trigger actions in the reader's mail program (RFC 6068 §4).
 */
const FORBIDDEN_FIELDS =
  /^(?:from|sender|reply-to|date|message-id|return-path|received(?:-.*)?|resent-.*|apparently-to|delivered-to|mime-version|content-.*|disposition-notification-.*|return-receipt-to|errors-to|dkim-.*|domainkey-.*|arc-.*|authentication-results|attach(?:ment)?|x-mailer|auto-submitted)$/;

function readFieldNames(names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (!isFieldName(name)) throw new OptionValueError("a list of names of header fields");
    const lower = name.toLowerCase();
    if (ACCEPTED_FIELDS.has(lower))
      throw new OptionValueError(`a list without "${lower}", which is always allowed`);
    if (FORBIDDEN_FIELDS.test(lower))
      throw new OptionValueError(`a list without "${lower}", which a URL must never set`);
  }
  return names;
}
