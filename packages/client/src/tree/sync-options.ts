import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";
import { treeCopyOptions } from "./copy-options.ts";
import type { SyncJournal } from "./journal.ts";

const DECLARATIONS = {
  compare: {
    type: "choice",
    choices: ["time", "size", "content"],
    default: "time",
    description:
      "which files are the same: those with the same size, if the target is not older; those with the same size; or those with the same bytes, which reads both files",
  },
  delete: {
    type: "boolean",
    default: false,
    description:
      "remove what only the target has. Nothing is removed if a directory of the source could not be listed",
  },
  dryRun: {
    type: "boolean",
    default: false,
    description: "report what would be done, and write nothing",
  },
  journal: {
    type: "object",
    methods: ["get", "set"],
    as: undefined as SyncJournal | undefined,
    expected: "a SyncJournal",
    programOnly: true,
    description:
      "remembers the versions of the files that were copied or compared, so that the next sync of the same directories asks less",
  },
} as const;

/** The options of `sync`, with those of `copyTree`, of `walk`, and of a call. */
export const syncOptions: OptionSet<(typeof treeCopyOptions)["declarations"] & typeof DECLARATIONS> =
  defineOptions("sync", { ...treeCopyOptions.declarations, ...DECLARATIONS });

/** The options of `sync` beyond those of `copyTree`. */
export type SyncOptions = Pick<OptionsInput<typeof syncOptions>, keyof typeof DECLARATIONS>;
