import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  tls: {
    type: "choice",
    choices: ["none", "preferred", "required"],
    default: "none",
    description: "use STARTTLS; imaps uses TLS from the first byte",
    rule: "RFC 3501 §6.2.1",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    description: "allow a password without TLS",
    rule: "RFC 3501 §11",
  },
  login: {
    type: "choice",
    choices: ["anonymous", "ask"],
    default: "anonymous",
    description: "if the URL has no user and no mechanism: log in as anonymous, or ask for a login",
    rule: "RFC 5092 §3.2",
  },
  email: {
    type: "string",
    default: "anonymous@",
    read: (text: string): string | undefined => (/^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined),
    expected: "1 to 255 characters of printable ASCII without spaces",
    description: "the password of an anonymous login; the default identifies no user",
    rule: "RFC 5092 §3.2",
  },
  part: {
    type: "choice",
    choices: ["message", "header", "text"],
    default: "message",
    description: "what get returns of a message without a section: all of it, its header, or its text",
  },
  decode: {
    type: "boolean",
    default: true,
    description:
      "remove the transfer encoding of a section that is a part; without it, get returns the raw part",
    rule: "RFC 2045 §6",
  },
  newest: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: Number.POSITIVE_INFINITY as number,
    description: "list only this many of the newest messages of a mailbox",
  },
} as const;

/** The options of imap and imaps. */
export const imapOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions(
  "imap",
  DECLARATIONS,
);

export type ImapOptions = OptionsInput<typeof imapOptions>;
export type ImapSettings = ResolvedOptions<typeof imapOptions>;
