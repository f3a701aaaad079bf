import { redact } from "anyurl";
import { succeed, writeAnswer } from "../../json.ts";
import { POOLED_CONNECTIONS, withClient } from "../../opener.ts";
import { FORCE_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { logDone } from "./log-done.ts";

/** Renames a resource on its server. If the target is a directory, the last name stays. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<from>", completes: ["url"] },
    { usage: "<to>", completes: ["url"] },
  ],
  options: { ...FORCE_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/final.txt",
    "anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/",
  ],
  async run([text, other], options, io) {
    const { checkOverwrite } = await import("./overwrite.ts");
    const { fileName, resolveTarget } = await import("./url-or-file.ts");
    const from = parseUrl(text, io).url;
    const asked = { url: parseUrl(other, io).url, file: undefined };
    // If the source is a directory, "/" at the end is part of its new name.
    const target = io.urls.isDirectory(from)
      ? { url: asked.url, shown: redact(asked.url.href) }
      : await resolveTarget(asked, fileName({ url: from, file: undefined }), io);
    const to = target.url;
    await withClient(
      [from, to],
      options,
      io,
      async (opener, call) => {
        await checkOverwrite(target, options, io, opener, call);
        await opener.rename(from, to, call);
      },
      POOLED_CONNECTIONS,
    );
    const shown = [redact(from.href), redact(to.href)] as const;
    if (options.json === true) await writeAnswer(succeed({ url: shown[0], to: shown[1] }), options, io);
    else await logDone(shown.join(" -> "), options, io);
  },
});
