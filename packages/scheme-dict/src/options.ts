import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  strategy: {
    type: "string",
    default: "." as string,
    read: (name: string): string | undefined => (/^[^\0-\x1f\x7f]+$/.test(name) ? name : undefined),
    expected: "the name of a strategy, such as exact or prefix",
    description: 'how search matches words; ".": the choice of the server',
    rule: "RFC 2229 §3.3",
  },
  client: {
    type: "string",
    default: "anyurl" as string,
    read: (text: string): string | undefined => (/^[^\0-\x1f\x7f]{1,200}$/.test(text) ? text : undefined),
    expected: "one line with at most 200 characters",
    description: "how the client introduces itself",
    rule: "RFC 2229 §3.6",
  },
  mime: {
    type: "boolean",
    default: false,
    description: "ask for a MIME header before each definition, which get returns as well",
    rule: "RFC 2229 §3.10.1",
  },
} as const;

/** The options of dict. */
export const dictOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions(
  "dict",
  DECLARATIONS,
);

export type DictOptions = OptionsInput<typeof dictOptions>;
export type DictSettings = ResolvedOptions<typeof dictOptions>;
