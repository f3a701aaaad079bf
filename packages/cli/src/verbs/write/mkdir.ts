import { redact } from "anyurl";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { logDone } from "./log-done.ts";

/** Creates directories. Their parent directories must exist. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: { ...JSONL_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl mkdir ftp://alice@ftp.example/new/",
    "anyurl mkdir ftp://alice@ftp.example/a/ ftp://alice@ftp.example/a/b/",
  ],
  async run([texts], options, io) {
    await forEachUrl(texts, options, io, async (url) => {
      await withClient([url], options, io, (opener, call) => opener.makeDirectory(url, call));
      await logDone(`created ${redact(url.href)}`, options, io);
      return { ok: true, url: redact(url.href) };
    });
  },
});
