import { displayText, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { PROFILE_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** Prints only the target of a reference, resolved against a base URL (RFC 3986 §5.2). */
export const verb: Verb = defineVerb({
  args: [{ usage: "<base>", completes: ["url"] }, { usage: "<reference>" }],
  options: { ...PROFILE_OPTIONS },
  examples: [
    "anyurl resolve ftp://ftp.example/pub/poems/ ../readme.txt",
    'anyurl resolve http://h.example/a/b?q "?r"',
  ],
  async run([text, reference], options, io) {
    const { json, profile } = options;
    const base = parseUrl(text, io, profile).url;
    const found = io.urls.resolve(base, reference, { profile });
    if (hasHiddenPath(found, redactUrl(found.href)) || hasHiddenPath(base, redactUrl(text)))
      throw new UsageError("cannot show the target: other software would see a password in this URL");
    const url = redact(found.href);
    if (json !== true) return io.stdout.write(`${displayText(url)}\n`);
    const asked = { base: redactUrl(text).text, reference: redactUrl(reference).text };
    await writeAnswer(succeed({ ...asked, url }), options, io);
  },
});
