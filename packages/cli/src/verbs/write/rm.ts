import { redact } from "anyurl";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { logDone } from "./log-done.ts";

/** Removes files and empty directories. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: { ...JSONL_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl rm ftp://alice@ftp.example/draft.txt",
    "anyurl rm ftp://alice@ftp.example/old/a.txt ftp://alice@ftp.example/old/",
  ],
  async run([texts], options, io) {
    await forEachUrl(texts, options, io, async (url) => {
      await withClient([url], options, io, (opener, call) => opener.remove(url, call));
      await logDone(`removed ${redact(url.href)}`, options, io);
      return { ok: true, url: redact(url.href) };
    });
  },
});
