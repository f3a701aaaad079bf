import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const NAME = /^[^\0\x07\r\n ,:][^\0\x07\r\n ,]*$/;

const DECLARATIONS = {
  nick: {
    type: "string",
    read: (nick: string): string | undefined => (NAME.test(nick) ? nick : undefined),
    expected: "a name without spaces, commas and control characters, which does not begin with a colon",
    description:
      'the nickname; without it, the user of the URL, or "guest". Digits are added if it is in use',
    rule: "RFC 2812 §3.1.2",
  },
  realName: {
    type: "string",
    default: "anyurl",
    read: (name: string): string | undefined => (/^[^\0\r\n]+$/.test(name) ? name : undefined),
    expected: "one line that is not empty",
    description: "the real name, which every user of the network can see",
    rule: "RFC 2812 §3.1.3",
  },
  maxLines: {
    type: "integer",
    default: 10,
    min: 1,
    description: "the most lines that send sends; servers disconnect a client that sends many",
  },
} as const;

/** The options of irc and ircs. */
export const ircOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions("irc", DECLARATIONS);

export type IrcOptions = OptionsInput<typeof ircOptions>;
export type IrcSettings = ResolvedOptions<typeof ircOptions>;
