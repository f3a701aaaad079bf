import { redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type JsonAnswer, succeed } from "../../json.ts";
import { withClient } from "../../opener.ts";
import { forEachUrl } from "../common/each-url.ts";
import { FORCE_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";
import { logDone } from "./log-done.ts";

const OPTIONS = { ...FORCE_OPTIONS, ...NETWORK_OPTIONS } as const satisfies Options;

/** Renames resources on their server. If the target is a directory, the last names stay. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<from...>", completes: ["url"] },
    { usage: "<to>", completes: ["url"] },
  ],
  options: OPTIONS,
  examples: [
    "anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/final.txt",
    "anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/",
  ],
  async run([texts, other], options, io) {
    const to = parseUrl(other, io).url;
    const { requireDirectory } = await import("./url-or-file.ts");
    if (texts.length > 1) {
      await requireDirectory({ url: to, file: undefined });
      // Its new name would be that of the target.
      if (texts.some((text) => io.urls.isDirectory(parseUrl(text, io).url)))
        throw new UsageError(
          "cannot move a directory and other sources together",
          "move the directory by itself",
        );
    }
    return forEachUrl(texts, options, io, (from) => move(from, to, options, io));
  },
});

async function move(from: Url, to: Url, options: VerbOptions<typeof OPTIONS>, io: Io): Promise<JsonAnswer> {
  const { checkOverwrite } = await import("./overwrite.ts");
  const { fileName, resolveTarget } = await import("./url-or-file.ts");
  // If the source is a directory, "/" at the end is part of its new name.
  const target = io.urls.isDirectory(from)
    ? { url: to, shown: redact(to.href) }
    : await resolveTarget({ url: to, file: undefined }, fileName({ url: from, file: undefined }), io);
  await withClient({ urls: [from, target.url], options, io, isPooled: true }, async (client) => {
    await checkOverwrite(target, client);
    await client.opener.rename(from, target.url, client.call);
  });
  const answer = { url: redact(from.href), to: redact(target.url.href) };
  await logDone(`${answer.url} -> ${answer.to}`, options, io);
  return succeed(answer);
}
