import { displayText, redact, relativize, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** Prints only the shortest reference from one URL to another. */
export const verb: Verb = defineVerb({
  args: [
    { usage: "<base>", completes: ["url"] },
    { usage: "<target>", completes: ["url"] },
  ],
  options: {},
  examples: [
    "anyurl relative ftp://ftp.example/pub/poems/tide.txt ftp://ftp.example/pub/readme.txt",
    "anyurl relative http://h.example/a/b http://h.example/a/c#top",
  ],
  async run([text, other], options, io) {
    const base = parseUrl(text, io).url;
    const url = parseUrl(other, io).url;
    checkNothingHidden(base, text);
    checkNothingHidden(url, other);
    const reference = redact(relativize(base, url));
    if (options.json !== true) return io.stdout.write(`${displayText(reference)}\n`);
    const asked = { base: redactUrl(text).text, url: redactUrl(other).text };
    await writeAnswer(succeed({ ...asked, reference }), options, io);
  },
});

function checkNothingHidden(url: Url, text: string): void {
  if (hasHiddenPath(url, redactUrl(text)))
    throw new UsageError("cannot show the reference: other software would see a password in this URL");
}
