import { defineOptions, type OptionSet, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  author: {
    type: "string",
    default: "anonymous",
    read: (name: string): string | undefined => (name !== "" && name.length <= 200 ? name : undefined),
    expected: "a name of 1 to 200 characters",
    description: "who pins a note",
  },
} as const;

/** The options of x-board, declared once: their types, checks, help, and completion follow. */
export const boardOptions: OptionSet<typeof DECLARATIONS> = defineOptions("x-board", DECLARATIONS);

export type BoardOptions = ResolvedOptions<typeof boardOptions>;
