import {
  COPY_TREE_OPTIONS,
  FORCE_OPTIONS,
  GLOB_OPTIONS,
  JSONL_OPTIONS,
  NETWORK_OPTIONS,
  PARALLEL_OPTIONS,
  parseByteRange,
  parseSegments,
  RESUME_OPTIONS,
  TREE_OPTIONS,
  TREE_TARGET_OPTIONS,
  WRITE_OUT_OPTIONS,
} from "../common/options.ts";
import { FLAGGED_OPTIONS } from "../common/scheme-flags.ts";
import type { Options, VerbOptions } from "../verb.ts";
import { REQUEST_OPTIONS } from "./request-options.ts";

export const GET_OPTIONS = {
  output: {
    short: "o",
    value: "<file>",
    description: 'write to FILE or into a directory ("-" for standard output)',
    completes: ["file"],
  },
  remoteName: { short: "O", description: "save under the file name in the URL" },
  remoteHeaderName: {
    short: "J",
    description:
      "with -O or -o DIRECTORY, save under the name that the server suggests (Content-Disposition), if it is safe",
  },
  inputFile: {
    value: "<file>",
    description: 'also get the URLs in FILE, one per line ("-" for standard input)',
    completes: ["file"],
  },
  recursive: { short: "r", description: "download a directory tree into the directory given by -o" },
  ...TREE_OPTIONS,
  ...COPY_TREE_OPTIONS,
  ...TREE_TARGET_OPTIONS,
  ...GLOB_OPTIONS,
  ...FORCE_OPTIONS,
  raw: { description: "write the bytes unchanged, even to a terminal; do not format a directory" },
  ...RESUME_OPTIONS,
  segments: {
    value: "<n>",
    description: "with -o or -O, download a large file in N ranges at the same time, if the server can",
    parse: parseSegments,
  },
  integrity: {
    value: "<hash>",
    description: "verify the download against this hash (sha256-BASE64)",
  },
  range: {
    value: "<first-last>",
    description: "download only these bytes: 0-499, or 500- for the rest",
    parse: parseByteRange,
  },
  ...WRITE_OUT_OPTIONS,
  ...PARALLEL_OPTIONS,
  ...JSONL_OPTIONS,
  ...FLAGGED_OPTIONS,
  ...REQUEST_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type GetOptions = VerbOptions<typeof GET_OPTIONS>;
