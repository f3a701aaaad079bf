import type { OptionDescription } from "@anyurl/core";
import { MAX_RECIPIENTS } from "./draft.ts";
import type { MailtoOptions } from "./send-options.ts";

/** What the options of mailto are. */
export const OPTIONS: Readonly<Record<keyof MailtoOptions, OptionDescription>> = {
  submit: {
    type: "callback",
    summary: "hands the message over; without it nothing is sent",
    cite: "RFC 6409",
  },
  from: {
    type: "text",
    summary: "who sends: me@h.example or Me <me@h.example>; the URL has no say in it",
    cite: "RFC 6068 §4",
  },
  confirmed: {
    type: "boolean",
    default: false,
    summary: "a person has seen the message, and wants it to be sent",
    cite: "RFC 6068 §7",
  },
  confirm: {
    type: "callback",
    summary: "asked with the whole message; it is sent if this gives true",
    cite: "RFC 6068 §7",
  },
  partial: {
    type: "boolean",
    default: false,
    summary: "send to some, where the server refuses others",
  },
  onReceipt: {
    type: "callback",
    summary: "told what has become of the message",
  },
  maxRecipients: {
    type: "number",
    default: MAX_RECIPIENTS,
    summary: "mailboxes that a message may go to",
  },
  fields: {
    type: "list",
    summary: "further header fields that the URL may give, as Priority",
    cite: "RFC 6068 §4",
  },
};
