import { defineOptions, type OptionSet, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  verify: {
    type: "choice",
    choices: ["first-use", "authority"],
    default: "first-use",
    description: "whether to trust the key that a server has on first use, or only trusted authorities",
  },
} as const;

export const geminiOptions: OptionSet<typeof DECLARATIONS> = defineOptions("gemini", DECLARATIONS);
export type GeminiOptions = ResolvedOptions<typeof geminiOptions>;
