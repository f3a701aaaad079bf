import { GLOB_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS, TREE_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";

const OPTIONS = {
  long: { short: "l", description: "show exact sizes, dates in UTC, and URLs, as in a pipe" },
  humanReadable: { short: "h", description: "show sizes with units, also with -l and in a pipe" },
  all: { short: "a", description: 'show names that begin with ".", as in a pipe' },
  sort: {
    value: "<order>",
    choices: ["name", "size", "time", "none"],
    description: "order of the entries (default: name for directories on a terminal, else none)",
  },
  byTime: { short: "t", description: "sort by time, the newest first" },
  bySize: { short: "S", description: "sort by size, the largest first" },
  reverse: { short: "r", description: "reverse the order" },
  hyperlink: {
    value: "<when>",
    choices: ["auto", "always", "never"],
    description: "make names links to their URLs (default: auto, on a terminal)",
  },
  recursive: { short: "R", description: "list subdirectories recursively" },
  ...TREE_OPTIONS,
  ...GLOB_OPTIONS,
  ...JSONL_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type LsOptions = VerbOptions<typeof OPTIONS>;

export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    "anyurl ls gopher://gopher.example/",
    'anyurl ls "ftp://ftp.example/pub/*.txt"',
    "anyurl ls -lt ftp://ftp.example/pub/",
    "anyurl ls --jsonl --recursive ftp://ftp.example/pub/",
  ],
  run: async ([text], options, io) =>
    (await import("./list-entries.ts")).listUrl(parseUrl(text, io).url, options, io),
});
