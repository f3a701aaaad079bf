import type { MailtoOptions, Preview, Receipt, SmtpOptions, Submitter } from "@anyurl/smtp";
import { AccessError, displayText, type Plan, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { confirmSending } from "./confirm-sending.ts";
import type { SendOptions } from "./send-options.ts";
import { openSource } from "./source.ts";

/** "An SMTP client … timeouts": minutes, instead of the half minute for other protocols (RFC 5321 §4.5.3.2). */
const REPLY_TIMEOUT = 5 * 60_000;

/**
 * Sends the message of a URL, with the text of a file instead of that of the URL, or prints it if no way to send it is
 * set.
 *
 * @throws {UsageError} two ways to send, no sender, or a file that would not be sent.
 */
export async function sendMail(
  url: Url,
  file: string | undefined,
  options: SendOptions,
  io: Io,
): Promise<void> {
  const { smtp: named, sendmail = false, from = io.env["EMAIL"] } = options;
  if (named !== undefined && sendmail) throw new UsageError("cannot use --smtp together with --sendmail");
  const server = named ?? (sendmail ? undefined : io.env["ANYURL_SMTP"] || undefined);
  const isSent = server !== undefined || sendmail;
  if (!isSent && file !== undefined)
    throw new UsageError(
      "no way to send the file is set",
      "add --smtp HOST or --sendmail, or set ANYURL_SMTP",
    );
  if (file === undefined && io.pipedInput === true && options.quiet !== true)
    await io.stderr.write(`anyurl: ${say("standard input is not sent; add - to send it as the text")}\n`);
  if (!isSent) return print(url, options, io);
  if (from === undefined)
    throw new UsageError("missing sender address", "add --from you@example.org, or set EMAIL");
  await submit(url, file, from, server, options, io);
}

async function print(url: Url, options: SendOptions, io: Io): Promise<void> {
  const { stdout, stderr, urls } = io;
  const { octets, text, leftOut = [] } = findMessage(urls.plan(url, "send"));
  if (options.json === true)
    return writeAnswer(succeed({ sent: false, message: text, leftOut }), options, io);
  await stdout.write(stdout.isTerminal ? text : octets);
  if (options.quiet === true) return;
  const lines = [
    `anyurl: ${say("nothing was sent")}`,
    ...findBcc(text).map((mailboxes) => `  bcc: ${mailboxes} ${say(BCC_NOTE)}`),
    ...(leftOut.length === 0 ? [] : [`  ${unusedFields(leftOut.map((name) => displayText(name)))}`]),
    `  ${say("hint")}: ${say(SENDING_HINT)}`,
  ];
  await stderr.write(`${lines.join("\n")}\n`);
}

const BCC_NOTE = "(hidden from the other recipients)";
const SENDING_HINT =
  'use --smtp HOST --from ADDRESS or --sendmail to send it, or "anyurl open --program xdg-email URL" to edit it';

function unusedFields(names: readonly string[]): string {
  return say(`Not used from the URL: ${names.join(", ")}`);
}

/** Returns the mailboxes in the Bcc field of a message, unfolded (RFC 5322 §2.2.3); an empty list without the field. */
function findBcc(message: string): readonly string[] {
  const [head = ""] = message.split("\n\n", 1);
  const fields = head.replace(/\n[ \t]+/g, " ").split("\n");
  return fields.flatMap((field) => /^Bcc: (.*)$/.exec(field)?.slice(1) ?? []);
}

function findMessage({ steps }: Plan): Extract<Plan["steps"][number], { do: "message" }> {
  const step = steps[0];
  if (step?.do === "message") return step;
  throw new AccessError("plugin-fault", "the plan of this URL has no message");
}

/** @param server `undefined`: the program sendmail. */
async function submit(
  url: Url,
  file: string | undefined,
  from: string,
  server: string | undefined,
  options: SendOptions,
  io: Io,
): Promise<void> {
  const submitter = await (server === undefined ? bySendmail(io) : byServer(server, options, io));
  const shownServer = displayText(server ?? "sendmail");
  const paint = createPainter(io.stderr, io.env);
  const receipts: Receipt[] = [];
  const mailto: MailtoOptions = {
    submit: submitter,
    from,
    partial: options.partial ?? false,
    confirm: (preview) => confirmSending(previewLines(preview, shownServer, paint), options, io),
    onReceipt: (receipt) => void receipts.push(receipt),
  };
  await using body = file === undefined ? undefined : await openSource(file);
  await withClient({ urls: [url], options, io }, ({ opener, call: { limits, ...call } }) =>
    opener.send(url, body?.octets, {
      ...call,
      limits: { replyTimeout: REPLY_TIMEOUT, ...limits },
      options: { ...mailto },
    }),
  );
  const { accepted = [], reply = "" } = receipts[0] ?? {};
  if (options.json === true) await writeAnswer(succeed({ sent: true, accepted, reply }), options, io);
  else await io.stdout.write(`${say(`sent to ${accepted.map((each) => displayText(each)).join(", ")}`)}\n`);
}

async function byServer(server: string, { tls, user }: SendOptions, { env }: Io): Promise<Submitter> {
  const settings = parseServer(server);
  const { smtp } = await import("@anyurl/smtp");
  const password = user?.password ?? env["ANYURL_PASSWORD"];
  const auth =
    user === undefined ? undefined : { user: user.user, ...(password !== undefined && { password }) };
  return smtp({ ...settings, ...(tls && { tls }), ...(auth && { auth }) });
}

async function bySendmail({ env, signal }: Io): Promise<Submitter> {
  const { createSendmail, findSendmail } = await import("./sendmail.ts");
  return createSendmail(findSendmail(env), signal);
}

/** Parses a hostport; an IPv6 address must be in brackets. */
function parseServer(text: string): Pick<SmtpOptions, "host" | "port"> {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^[\]:@/ ]+))(?::([0-9]{1,5}))?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? undefined : Number(match[3]);
  if (host === undefined || port === 0 || (port ?? 0) > 65_535)
    throw new UsageError(
      "invalid mail server",
      "use for example mail.h.example, mail.h.example:587, or [::1]:2525",
    );
  return { host, ...(port !== undefined && { port }) };
}

/** Formats the decoded message, as RFC 6068 §7 requires. */
function previewLines(
  { from, to, cc, bcc, fields, body, leftOut }: Preview,
  server: string,
  paint: Paint,
): readonly string[] {
  const named = (name: string, value: string) => `${paint("cyan", `${name}:`)} ${value}`;
  const list = (name: string, mailboxes: readonly string[]) =>
    mailboxes.length === 0 ? [] : [named(name, mailboxes.join(", "))];
  return [
    paint("dim", say(`Message to send through ${server}:`)),
    named("From", from),
    ...list("To", to),
    ...list("Cc", cc),
    ...list(
      "Bcc",
      bcc.map((each) => `${each} ${say(BCC_NOTE)}`),
    ),
    ...fields.map(([name, value]) => named(name, value)),
    ...(body === "" ? [] : ["", ...body.replace(/\n$/, "").split("\n")]),
    ...(leftOut.length === 0 ? [] : ["", paint("yellow", unusedFields(leftOut))]),
  ];
}
