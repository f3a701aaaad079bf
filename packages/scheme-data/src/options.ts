import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  maxSize: {
    type: "bytes",
    unlimited: true,
    default: 67_108_864 as number,
    description: "the maximum size of the content; it is checked before anything is decoded",
  },
} as const;

/** The options of data. */
export const dataOptions: OptionSet<typeof DECLARATIONS> = defineOptions("data", DECLARATIONS);

export type DataOptions = OptionsInput<typeof dataOptions>;
export type DataSettings = ResolvedOptions<typeof dataOptions>;
