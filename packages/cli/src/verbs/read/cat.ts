import type { Io } from "../../io.ts";
import { succeed } from "../../json.ts";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { EXPAND_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";
import { readBody, writeOutput } from "./write-output.ts";

const OPTIONS = {
  raw: { description: "write the bytes unchanged, even to a terminal" },
  ...EXPAND_OPTIONS,
  ...JSONL_OPTIONS,
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type CatOptions = VerbOptions<typeof OPTIONS>;

export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    "anyurl cat gopher://gopher.example/0/about.txt",
    "anyurl cat ftp://ftp.example/part1 ftp://ftp.example/part2 | sha256sum",
  ],
  run: ([texts], options, io) => cat(texts, options, io),
});

/** Concatenates resources to standard output. */
export async function cat(
  texts: readonly string[],
  options: Omit<CatOptions, "glob">,
  io: Io,
): Promise<number> {
  return forEachUrl(texts, options, io, (url) =>
    withClient({ urls: [url], options, io }, async ({ opener, call }) => {
      const retrieved = await opener.get(url, call);
      if (options.json === true) return succeed(await readBody(retrieved));
      await writeOutput(retrieved, options, io);
      return undefined;
    }),
  );
}
