import type { MailtoOptions, Preview, Receipt, SmtpOptions } from "@anyurl/smtp";
import { AccessError, displayText, type Plan, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { confirm } from "../../terminal/confirm.ts";
import { NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";

/** "An SMTP client … timeouts": minutes, instead of the half minute for other protocols (RFC 5321 §4.5.3.2). */
const REPLY_TIMEOUT = 5 * 60_000;

const OPTIONS = {
  smtp: { value: "<host[:port]>", description: "mail server to send through" },
  tls: {
    value: "<how>",
    description: "TLS mode (default: implicit on port 465, otherwise required)",
    choices: ["implicit", "required", "preferred", "none"],
  },
  from: { value: "<address>", description: "sender address" },
  user: {
    value: "<name>",
    description: "user name for the login (password: ANYURL_PASSWORD, netrc file, or prompt)",
  },
  yes: { description: "send without confirmation" },
  partial: { description: "send even if the server rejects some recipients" },
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type SendOptions = VerbOptions<typeof OPTIONS>;

/**
 * Sends the message of a mailto URL after the user has confirmed it. Without a mail server, the message is printed and
 * not sent. No other program is started.
 *
 * @throws {UsageError} the server, the sender or the confirmation is missing.
 */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    'anyurl send "mailto:joe@h.example?subject=hello"',
    'anyurl send --smtp mail.h.example --user me --from me@h.example "mailto:joe@h.example?subject=hello"',
  ],
  async run([text], options, io) {
    const { url } = parseUrl(text, io);
    if (io.urls.scheme(url.scheme)?.presentation?.message !== true) {
      throw new AccessError("unsupported", `send does not support ${url.scheme} URLs`, {
        hint: "use a mailto: URL, or anyurl get to open this one",
      });
    }
    if (options.smtp === undefined) return print(url, options, io);
    if (options.from === undefined)
      throw new UsageError("missing sender address", "add --from you@example.org");
    await submit(url, options.from, options.smtp, options, io);
  },
});

async function print(url: Url, { json, quiet }: SendOptions, { stdout, stderr, urls }: Io): Promise<void> {
  const { octets, text, leftOut = [] } = findMessage(urls.plan(url));
  if (json === true) return stdout.write(formatJson({ ok: true, sent: false, message: text, leftOut }));
  await stdout.write(stdout.isTerminal ? text : octets);
  if (quiet === true) return;
  const lines = [
    `anyurl: ${say("nothing was sent")}`,
    ...findBcc(text).map((mailboxes) => `  bcc: ${mailboxes} ${say(BCC_NOTE)}`),
    ...(leftOut.length === 0 ? [] : [`  ${unusedFields(leftOut.map((name) => displayText(name)))}`]),
    `  ${say("hint")}: ${say("use --smtp HOST --from ADDRESS to send it")}`,
  ];
  await stderr.write(`${lines.join("\n")}\n`);
}

const BCC_NOTE = "(hidden from the other recipients)";

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

async function submit(url: Url, from: string, server: string, options: SendOptions, io: Io): Promise<void> {
  const { smtp } = await import("@anyurl/smtp");
  const settings = parseServer(server);
  const { tls, user } = options;
  const password = io.env["ANYURL_PASSWORD"];
  const auth = user === undefined ? undefined : { user, ...(password !== undefined && { password }) };
  const paint = createPainter(io.stderr, io.env);
  const receipts: Receipt[] = [];
  const mailto: MailtoOptions = {
    submit: smtp({ ...settings, ...(tls && { tls }), ...(auth && { auth }) }),
    from,
    partial: options.partial ?? false,
    confirm: (preview) => confirmSending(preview, displayText(server), options, io, paint),
    onReceipt: (receipt) => void receipts.push(receipt),
  };
  await withClient([url], options, io, (opener, { limits, ...call }) =>
    opener.send(url, undefined, {
      ...call,
      limits: { replyTimeout: REPLY_TIMEOUT, ...limits },
      options: { ...mailto },
    }),
  );
  const { accepted = [], reply = "" } = receipts[0] ?? {};
  if (options.json === true) await io.stdout.write(formatJson({ ok: true, sent: true, accepted, reply }));
  else await io.stdout.write(`${say(`sent to ${accepted.map((each) => displayText(each)).join(", ")}`)}\n`);
}

/** Parses a hostport; an IPv6 address must be in brackets. */
function parseServer(text: string): Pick<SmtpOptions, "host" | "port"> {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^[\]:@/ ]+))(?::([0-9]{1,5}))?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? undefined : Number(match[3]);
  if (host === undefined || port === 0 || (port ?? 0) > 65_535)
    throw new UsageError(
      "invalid --smtp: expected a mail server",
      "use for example mail.h.example, mail.h.example:587, or [::1]:2525",
    );
  return { host, ...(port !== undefined && { port }) };
}

async function confirmSending(
  preview: Preview,
  server: string,
  { yes, quiet }: SendOptions,
  io: Io,
  paint: Paint,
): Promise<boolean> {
  if (yes === true && quiet === true) return true;
  await io.stderr.write(`${previewLines(preview, server, paint).join("\n")}\n\n`);
  if (yes === true) return true;
  const isConfirmed = await confirm("Send this message?", io);
  if (isConfirmed === undefined)
    throw new AccessError("aborted", "cannot ask for confirmation: not a terminal; nothing was sent", {
      hint: "use --yes to send without confirmation",
    });
  return isConfirmed;
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
