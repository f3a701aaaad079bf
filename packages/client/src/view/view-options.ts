import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";

const DECLARATIONS = {
  idle: {
    type: "duration",
    unlimited: true,
    default: 30_000,
    description: "how long an idle connection of the view is kept; 0: each call closes its connections",
  },
} as const;

/** The options of a view. */
export const viewOptions: OptionSet<typeof DECLARATIONS> = defineOptions("view", DECLARATIONS);

export interface ViewOptions extends OptionsInput<typeof viewOptions> {}
