import { GLOB_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS, TREE_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb } from "../verb.ts";

const OPTIONS = {
  recursive: { short: "r", description: "list subdirectories recursively" },
  ...TREE_OPTIONS,
  ...GLOB_OPTIONS,
  ...JSONL_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    "anyurl ls gopher://gopher.example/",
    'anyurl ls "ftp://ftp.example/pub/*.txt"',
    "anyurl ls --jsonl --recursive ftp://ftp.example/pub/",
  ],
  run: async ([text], options, io) =>
    (await import("./list-entries.ts")).listUrl(parseUrl(text, io).url, options, io),
});
