import { withClient } from "../../opener.ts";
import { JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Searches a resource, such as an index, and lists the results. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url>", completes: ["url"] }, { usage: "<words...>" }],
  options: { ...JSONL_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl search gopher://gopher.example/7/find blue whale",
    'anyurl search --jsonl wais://wais.example/poetry "west wind"',
  ],
  async run([text, words], options, io) {
    const { url } = parseUrl(text, io);
    const { getResultStyle, getView } = await import("@anyurl/core/presentation");
    const { printEntries } = await import("./list-entries.ts");
    const style = getResultStyle(getView(url, io.urls.scheme(url.scheme)));
    await withClient({ urls: [url], options, io }, ({ opener, call }) =>
      printEntries(opener.search(url, words.join(" "), call), { url, style }, options, io),
    );
  },
});
