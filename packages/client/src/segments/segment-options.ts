import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";

const DECLARATIONS = {
  segments: {
    type: "integer",
    min: 1,
    max: 16,
    default: 4,
    description: "ranges that are fetched at the same time; fewer if the server rejects a connection",
  },
  minSegment: {
    type: "bytes",
    min: 1,
    default: 1_048_576,
    description: "size below which a range is not divided",
  },
  noteEvery: {
    type: "bytes",
    min: 1,
    default: 8_388_608,
    description:
      "bytes after which the ranges that have arrived are recorded: after `kill -9`, at most these are fetched again",
  },
} as const;

/** The options of `fillPart`. */
export const segmentOptions: OptionSet<typeof DECLARATIONS> = defineOptions("fillPart", DECLARATIONS);

export type SegmentOptions = OptionsInput<typeof segmentOptions>;
