import { InvalidArgumentError } from "commander";
import {
  ARCHIVE_OPTIONS,
  COPY_TREE_OPTIONS,
  JSONL_OPTIONS,
  NETWORK_OPTIONS,
  PARALLEL_OPTIONS,
  TREE_OPTIONS,
  TREE_TARGET_OPTIONS,
} from "../common/options.ts";
import type { Options, VerbOptions } from "../verb.ts";

export const SYNC_OPTIONS = {
  delete: { description: "remove what only the target has" },
  dryRun: { short: "n", description: "print what would be done, and change nothing" },
  checksum: { description: "compare the bytes of files with the same size, instead of times" },
  journal: {
    value: "<where>",
    description:
      "keep what was copied and compared for the next run, in the cache directory or in a file beside a local target",
    choices: ["cache", "target"],
  },
  exclude: {
    value: "<pattern>",
    description: "leave out what the pattern matches, by the rules of .gitignore (repeatable)",
    parse: appendPattern,
  },
  include: {
    value: "<pattern>",
    description: "exception from --exclude (repeatable)",
    parse: appendPattern,
  },
  newer: {
    value: "<date>",
    description: "leave out files that were last changed on or before this date, for example 2026-01-31",
    parse: parseDate,
  },
  maxDepth: {
    value: "<levels>",
    description: "leave out what is deeper: 1 for no directories",
    parse: parseLevels,
  },
  ...TREE_OPTIONS,
  ...COPY_TREE_OPTIONS,
  ...ARCHIVE_OPTIONS,
  ...TREE_TARGET_OPTIONS,
  ...PARALLEL_OPTIONS,
  ...JSONL_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type SyncTreeOptions = VerbOptions<typeof SYNC_OPTIONS>;

function appendPattern(pattern: string, before: readonly string[] = []): readonly string[] {
  return [...before, pattern];
}

function parseDate(text: string): Date {
  const date = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError("Expected a date, for example 2026-01-31 or 2026-01-31T12:00:00Z.");
  return date;
}

function parseLevels(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("Expected a whole number from 1 to 999.");
  return Number(text);
}
