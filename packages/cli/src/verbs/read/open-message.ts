import process from "node:process";
import { AccessError, displayText, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import type { NetworkOptions } from "../common/options.ts";
import { sendMail } from "../write/send-mail.ts";
import { hasSendmail } from "../write/sendmail.ts";
import { type ProgramOptions, runProgram } from "./hand-over.ts";
import { findMailProgram } from "./mail-program.ts";

/**
 * Opens the message of a URL in the mail program of the user, or else sends it through $ANYURL_SMTP or sendmail. Shows
 * the message and asks first.
 *
 * @throws {AccessError} unsupported: there is no program, and no way to send; aborted. @throws {UsageError} no sender.
 */
export async function openMessage(
  url: Url,
  options: ProgramOptions & NetworkOptions & { readonly quiet?: boolean },
  io: Io,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const program = findMailProgram(io.env, platform);
  if (program !== undefined) {
    await preview(url, io);
    return runProgram(url, program, options, io);
  }
  const sendmail = !io.env["ANYURL_SMTP"];
  if (sendmail && !hasSendmail(io.env))
    throw new AccessError(
      "unsupported",
      `cannot open ${url.scheme} URLs: no mail program, and no way to send`,
      {
        hint: "add --program PROGRAM, set ANYURL_PROGRAM, or set ANYURL_SMTP",
      },
    );
  // The message is always shown here, also with --quiet.
  const { quiet: _, ...others } = options;
  await sendMail(url, undefined, { ...others, sendmail } as Parameters<typeof sendMail>[2], io);
}

/** Shows the message as the plan of the URL has it. */
async function preview(url: Url, { stderr, urls }: Io): Promise<void> {
  const messages = urls.plan(url).steps.flatMap((step) => (step.do === "message" ? [step.text] : []));
  const lines = messages
    .flatMap((text) => text.replace(/\n$/, "").split("\n"))
    .map((line) => displayText(line));
  await stderr.write(`${say("Message:")}\n${lines.join("\n")}\n\n`);
}
