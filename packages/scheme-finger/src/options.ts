import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  verbose: {
    type: "boolean",
    default: false,
    description: 'ask for a longer answer: put "/W" before the request',
    rule: "RFC 1288 §2.5.4",
  },
  forward: {
    type: "boolean",
    default: false,
    description: "send a request with @, which asks the server to forward it to another host",
    rule: "RFC 1288 §3.2.1",
  },
} as const;

/** The options of finger. */
export const fingerOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions(
  "finger",
  DECLARATIONS,
);

export type FingerOptions = OptionsInput<typeof fingerOptions>;
export type FingerSettings = ResolvedOptions<typeof fingerOptions>;
