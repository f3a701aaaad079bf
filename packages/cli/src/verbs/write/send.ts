import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { SEND_OPTIONS } from "./send-options.ts";

/**
 * Sends a message after the user has confirmed it: that of a mailto URL, or a file to a newsgroup. Without a way to send
 * mail, the message is printed and not sent.
 *
 * @throws {UsageError} the way, the sender, the file, or the confirmation is missing.
 */
export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<url>", completes: ["url"] },
    {
      usage: "[file]",
      description: "the text of the mail, or the article with its header fields (- for standard input)",
      completes: ["file"],
    },
  ],
  options: SEND_OPTIONS,
  examples: [
    'anyurl send "mailto:joe@h.example?subject=hello"',
    'anyurl send --smtp mail.h.example --user me --from me@h.example "mailto:joe@h.example?subject=hello"',
    'anyurl send --sendmail --from me@h.example "mailto:joe@h.example?subject=hello" letter.txt',
    "anyurl send news://news.example/local.harbour article.txt",
  ],
  async run([text, file], options, io) {
    const { url } = parseUrl(text, io);
    return io.urls.scheme(url.scheme)?.presentation?.message === true
      ? (await import("./send-mail.ts")).sendMail(url, file, options, io)
      : (await import("./send-article.ts")).sendArticle(url, file, options, io);
  },
});
