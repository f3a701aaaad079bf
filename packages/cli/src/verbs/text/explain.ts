import type { Explanation } from "@anyurl/core/explain";
import { displayText, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { findRegistration, registrationLines } from "../../registration.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { readTypedUrl } from "../../typed-url.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** Columns if the output is not a terminal. */
const WIDTH = 100;

/** Draws the parts of a URL, and explains each part and its rule. */
export const verb: Verb = defineVerb({
  verbatim: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: { html: { description: "print an HTML fragment" } },
  examples: [
    'anyurl explain "ftp://alice@ftp.example/%2Fetc/motd;type=a"',
    'anyurl explain "gopher://gopher.example/7/search%09blue%20whale"',
    "anyurl explain --html ftp://ftp.example/pub/ > url.html",
  ],
  async run([typed], options, io) {
    const { urls } = io;
    if (options.html === true && options.json === true)
      throw new UsageError("cannot use --html together with --json", "remove one of them");
    const { explain, explainText, toHtml, toJson, toTerminal } = await import("@anyurl/core/explain");
    const read = async () => parseUrl(await readTypedUrl(typed, options, io), io);
    const { url } = await read().catch(async (error: unknown) => {
      // The HTML page shows the problems as well; after that, the text is rejected as usual.
      const refusal = options.html === true ? explainText(typed, urls) : undefined;
      if (refusal?.ok === false && !typed.startsWith("-")) await io.stdout.write(toHtml(refusal));
      throw error;
    });
    const text = url.href;
    const found = explain(text, urls);
    if (options.html === true) return io.stdout.write(toHtml(found));
    const normalForm = hasHiddenPath(url, redactUrl(text)) ? undefined : redact(urls.normalize(url));
    if (options.json === true) {
      const { ok: _, ...members } = toJson(found);
      const registration = await findRegistration(url.scheme);
      return writeAnswer(succeed({ ...members, normalForm, registration }), options, io);
    }
    const paint = createPainter(io.stdout, io.env);
    const lines = [...(await registrationLines(url.scheme, urls)), ...normalLines(normalForm, found, paint)];
    const drawn = toTerminal(found, { width: io.stdout.columns ?? WIDTH, paint, say });
    await io.stdout.write(lines.length === 0 ? drawn : `${drawn}\n${lines.join("\n")}\n`);
  },
});

function normalLines(normalForm: string | undefined, { url }: Explanation, paint: Paint): readonly string[] {
  if (normalForm === undefined) return [];
  if (normalForm === url) return [paint("dim", say("Already in normal form."))];
  return [`${paint("bold", say("normal form"))}  ${displayText(normalForm)}`];
}
