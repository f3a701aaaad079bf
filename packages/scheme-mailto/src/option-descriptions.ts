import type { OptionDescription } from "@anyurl/core";
import { MAX_RECIPIENTS } from "./draft.ts";
import type { MailtoOptions } from "./send-options.ts";

/** Descriptions of the mailto options. */
export const OPTIONS: Readonly<Record<keyof MailtoOptions, OptionDescription>> = {
  submit: {
    type: "callback",
    summary: "the function that submits the message; required to send",
    cite: "RFC 6409",
  },
  from: {
    type: "text",
    summary: "the sender: me@h.example or Me <me@h.example>; the URL cannot set it",
    cite: "RFC 6068 §4",
  },
  confirmed: {
    type: "boolean",
    default: false,
    summary: "the user has seen the message and confirmed it",
    cite: "RFC 6068 §7",
  },
  confirm: {
    type: "callback",
    summary: "called with the whole message; it is sent if this returns true",
    cite: "RFC 6068 §7",
  },
  partial: {
    type: "boolean",
    default: false,
    summary: "send even if the server rejects some recipients",
  },
  onReceipt: {
    type: "callback",
    summary: "called with the result for each recipient",
  },
  maxRecipients: {
    type: "number",
    default: MAX_RECIPIENTS,
    summary: "the maximum number of recipients of a message",
  },
  fields: {
    type: "list",
    summary: "further header fields that the URL may set, for example Priority",
    cite: "RFC 6068 §4",
  },
};
