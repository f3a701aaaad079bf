import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  message: {
    type: "integer",
    min: 1,
    description: "get: the number of the message, from 1",
    rule: "RFC 1939 §5",
  },
  uidl: {
    type: "string",
    read: (id: string): string | undefined => (/^[\x21-\x7e]{1,70}$/.test(id) ? id : undefined),
    expected: "1 to 70 characters of printable ASCII without spaces",
    description: "get: the unique id of the message, which list gives",
    rule: "RFC 1939 §7",
  },
  part: {
    type: "choice",
    choices: ["message", "header"],
    default: "message",
    description: "what get returns: the whole message, or its header",
  },
  headers: {
    type: "boolean",
    default: true,
    description:
      "list: ask for the header of each message, which has its subject; without it, only for sizes and ids",
    rule: "RFC 1939 §7",
  },
  tls: {
    type: "choice",
    choices: ["none", "preferred", "required"],
    default: "none",
    description: "use STLS; pops uses TLS from the first byte",
    rule: "RFC 2595 §4",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    description: "allow a password without TLS",
    rule: "RFC 2384 §4",
  },
} as const;

/** The options of pop and pops. */
export const popOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions("pop", DECLARATIONS);

export type PopOptions = OptionsInput<typeof popOptions>;
export type PopSettings = ResolvedOptions<typeof popOptions>;
