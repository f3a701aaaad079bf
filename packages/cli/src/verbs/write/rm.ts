import { isAccessError, redact } from "anyurl";
import { succeed } from "../../json.ts";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { EXPAND_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { logDone } from "./log-done.ts";

/** Removes files and empty directories, or with --recursive directories and their contents. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: {
    recursive: { short: "r", description: "remove directories and everything in them, after a question" },
    yes: { short: "y", description: "with -r, do not ask" },
    ...EXPAND_OPTIONS,
    ...JSONL_OPTIONS,
    ...NETWORK_OPTIONS,
  },
  examples: [
    "anyurl rm ftp://alice@ftp.example/draft.txt",
    "anyurl rm ftp://alice@ftp.example/old/a.txt ftp://alice@ftp.example/old/",
    "anyurl rm -r ftp://alice@ftp.example/old/",
  ],
  async run([texts], options, io) {
    return forEachUrl(texts, options, io, async (url) => {
      if (options.recursive === true && io.urls.isDirectory(url))
        return (await import("./remove-tree.ts")).removeTree(url, options, io);
      await withClient({ urls: [url], options, io }, async (client) => {
        const { opener, call } = client;
        try {
          await opener.remove(url, call);
        } catch (error) {
          if (!isAccessError(error) || error.code !== "not-a-directory") throw error;
          // The path of a local link to a directory gets a slash.
          const link = await (await import("./remove-tree.ts")).findLink(url, client);
          if (link === undefined) throw error;
          await opener.remove(link, call);
        }
      });
      await logDone(`removed ${redact(url.href)}`, options, io);
      return succeed({ url: redact(url.href) });
    });
  },
});
