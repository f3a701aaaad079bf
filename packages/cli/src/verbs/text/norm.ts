import { displayText, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { PROFILE_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** Prints only the normal form of a URL. */
export const verb: Verb = defineVerb({
  args: [{ usage: "<url>", completes: ["url"] }],
  options: { ...PROFILE_OPTIONS },
  examples: [
    'anyurl norm "HTTP://H.example:/%7Ejoe"',
    "anyurl norm --profile rfc1738 ftp://ftp.example/a%21b",
  ],
  async run([text], options, io) {
    const { json, profile } = options;
    const { url } = parseUrl(text, io, profile);
    const shown = redactUrl(text);
    if (hasHiddenPath(url, shown))
      throw new UsageError("cannot show the normal form: other software would see a password in this URL");
    const normalForm = redact(io.urls.normalize(url));
    if (json === true) await writeAnswer(succeed({ url: shown.text, normalForm }), options, io);
    else await io.stdout.write(`${displayText(normalForm)}\n`);
  },
});
