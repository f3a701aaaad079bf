import {
  ARCHIVE_OPTIONS,
  COPY_TREE_OPTIONS,
  FORCE_OPTIONS,
  JSONL_OPTIONS,
  NETWORK_OPTIONS,
  PARALLEL_OPTIONS,
  parseSegments,
  RESUME_OPTIONS,
  TREE_OPTIONS,
  TREE_TARGET_OPTIONS,
} from "../common/options.ts";
import type { Options, VerbOptions } from "../verb.ts";

export const CP_OPTIONS = {
  recursive: { short: "r", description: "copy directories recursively" },
  ...TREE_OPTIONS,
  ...COPY_TREE_OPTIONS,
  ...ARCHIVE_OPTIONS,
  ...TREE_TARGET_OPTIONS,
  ...FORCE_OPTIONS,
  ...RESUME_OPTIONS,
  segments: {
    value: "<n>",
    description: "copy a large file to a local file in N ranges at the same time, if the server can",
    parse: parseSegments,
  },
  ...PARALLEL_OPTIONS,
  ...JSONL_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type CpOptions = VerbOptions<typeof CP_OPTIONS>;
