import { redact } from "anyurl";
import { succeed } from "../../json.ts";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { EXPAND_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { logDone } from "./log-done.ts";

/** Creates directories. Without --parents their parent directories must exist. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: {
    parents: { short: "p", description: "create parent directories too; accept an existing directory" },
    ...EXPAND_OPTIONS,
    ...JSONL_OPTIONS,
    ...NETWORK_OPTIONS,
  },
  examples: ["anyurl mkdir ftp://alice@ftp.example/new/", "anyurl mkdir -p ftp://alice@ftp.example/a/b/c/"],
  async run([texts], options, io) {
    return forEachUrl(texts, options, io, async (url) => {
      if (options.parents === true)
        await (await import("./make-parents.ts")).makeWithParents(url, options, io);
      else
        await withClient({ urls: [url], options, io }, ({ opener, call }) => opener.makeDirectory(url, call));
      await logDone(`created ${redact(url.href)}`, options, io);
      return succeed({ url: redact(url.href) });
    });
  },
});
