import { InvalidArgumentError } from "commander";
import { UsageError } from "../../errors.ts";
import { nodeConsole } from "../../terminal/console.ts";
import { NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb } from "../verb.ts";

const MAX_PAGE_BYTES = 1024 * 1024;

const OPTIONS = {
  plain: {
    description: "print pages line by line, for a screen reader (default on a terminal without a screen)",
  },
  maxPage: {
    value: "<bytes>",
    description: "size of a document up to which it is shown",
    parse: parseBytes,
    default: MAX_PAGE_BYTES,
  },
  ...NETWORK_OPTIONS,
} as const satisfies Options;

/** Browses at a terminal: directories, menus, newsgroups, search results, and pages. */
export const verb: Verb = defineVerb({
  description:
    'Browse at a terminal: directories, menus, newsgroups, search results, and pages, with numbered links. Press "?" for a list of keys. "anyurl URL" is short for it.',
  opens: true,
  visits: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    "anyurl browse gopher://gopher.example/",
    "anyurl browse ftp://ftp.example/pub/",
    "anyurl browse --plain http://h.example/",
  ],
  async run([text], options, io) {
    const console = nodeConsole();
    const { askLine } = io;
    if (options.json === true) throw new UsageError("browse does not support --json", "remove --json");
    if (!console.isInteractive || askLine === undefined)
      throw new UsageError("browse needs a terminal", "use get or ls for a file or a pipe");
    const { url } = parseUrl(text, io);
    const { browse } = await import("../../browser/browse.ts");
    await browse(url, options, { ...io, askLine }, console);
  },
});

function parseBytes(text: string): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError("Expected a number of bytes, for example 1048576.");
  return value;
}
