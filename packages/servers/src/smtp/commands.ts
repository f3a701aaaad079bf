import { type AuthOutcome, authenticate } from "./auth.ts";
import { readArgument } from "./path.ts";
import { type SmtpReply, smtpReply } from "./reply.ts";
import type { SmtpSession } from "./server-state.ts";

/** A reply with its consequence, or a challenge of AUTH. */
export type SmtpOutcome = AuthOutcome | { readonly reply: SmtpReply; readonly next: "data" | "tls" | "quit" };

type Command = (session: SmtpSession, argument: string) => SmtpOutcome;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["EHLO", ehlo],
  ["HELO", helo],
  ["STARTTLS", startTls],
  ["AUTH", auth],
  ["MAIL", mail],
  ["RCPT", rcpt],
  ["DATA", data],
  ["RSET", rset],
  ["NOOP", () => smtpReply(250, "2.0.0 Nothing was done.")],
  ["VRFY", () => smtpReply(252, "2.5.0 Cannot verify the mailbox; send the message to find out.")],
  ["HELP", () => smtpReply(214, "2.0.0 See RFC 5321.")],
  ["QUIT", () => ({ reply: smtpReply(221, "2.0.0 Goodbye."), next: "quit" })],
]);

const HOST_NAME = "embedded.example";

/** Commands are case-insensitive; one space separates the verb from the rest (RFC 5321 §2.4, §4.1.1). */
export function runSmtpCommand(session: SmtpSession, line: string): SmtpOutcome {
  const space = line.indexOf(" ");
  const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
  const command = COMMANDS.get(verb);
  const unknown = command === undefined || (verb === "EHLO" && !session.world.esmtp);
  if (unknown) return smtpReply(500, "5.5.2 Unknown command.");
  return command(session, space < 0 ? "" : line.slice(space + 1).trim());
}

function ehlo(session: SmtpSession, name: string): SmtpReply {
  const { features, maxSize, mechanisms, startTls, requireTls } = session.world;
  if (name === "") return smtpReply(501, "5.5.4 EHLO needs a domain.");
  resetSession(session);
  const offersAuth = mechanisms.length > 0 && (session.secure || !requireTls);
  return smtpReply(
    250,
    `${HOST_NAME} greets you`,
    ...[...features].map((feature) => (feature === "SIZE" ? `SIZE ${maxSize}` : feature)),
    ...(startTls && !session.secure ? ["STARTTLS"] : []),
    ...(offersAuth ? [`AUTH ${mechanisms.join(" ")}`] : []),
    "HELP",
  );
}

function helo(session: SmtpSession, name: string): SmtpReply {
  if (name === "") return smtpReply(501, "5.5.4 HELO needs a domain.");
  resetSession(session);
  return smtpReply(250, HOST_NAME);
}

/** "The server MUST clear all buffers and reset the state exactly as if a RSET command had been issued" (§4.1.4). */
function resetSession(session: SmtpSession): void {
  session.greeted = true;
  session.transaction = undefined;
}

function startTls(session: SmtpSession, argument: string): SmtpOutcome {
  if (!session.world.startTls) return smtpReply(502, "5.5.1 TLS is not available.");
  if (argument !== "") return smtpReply(501, "5.5.4 STARTTLS takes no argument.");
  if (session.secure) return smtpReply(503, "5.5.1 TLS is already active.");
  return { reply: smtpReply(220, "2.0.0 Begin TLS."), next: "tls" };
}

function auth(session: SmtpSession, argument: string): AuthOutcome {
  const { mechanisms, requireTls } = session.world;
  if (mechanisms.length === 0) return smtpReply(502, "5.5.1 Logins are not available.");
  if (!session.greeted) return smtpReply(503, "5.5.1 Send EHLO first.");
  if (requireTls && !session.secure) return smtpReply(538, "5.7.11 Begin TLS first.");
  return authenticate(session, argument);
}

function mail(session: SmtpSession, argument: string): SmtpReply {
  const { world } = session;
  if (!session.greeted) return smtpReply(503, "5.5.1 Send EHLO first.");
  if (session.transaction !== undefined) return smtpReply(503, "5.5.1 A transaction is already active.");
  if (world.requireTls && !session.secure) return smtpReply(530, "5.7.0 Begin TLS first.");
  if (world.requireAuth && session.user === undefined) return smtpReply(530, "5.7.0 Log in first.");
  const read = /^from:/i.test(argument) ? readArgument(argument.slice(5).trim()) : undefined;
  if (read === undefined) return smtpReply(501, "5.5.4 Syntax: MAIL FROM:<address>.");
  const { mailbox: from, parameters } = read;
  const unknown = parameters.find((parameter) => !isKnown(parameter, session));
  if (unknown !== undefined) return smtpReply(555, "5.5.4 Unknown parameter.");
  const size = parameters
    .map((each) => /^SIZE=([0-9]{1,20})$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  if (size !== undefined && Number(size) > world.maxSize) return tooLarge();
  session.transaction = { from, parameters, recipients: [] };
  return smtpReply(250, "2.1.0 Sender accepted.");
}

function isKnown(parameter: string, { world: { features } }: SmtpSession): boolean {
  const upper = parameter.toUpperCase();
  if (/^SIZE=[0-9]{1,20}$/.test(upper)) return features.has("SIZE");
  if (upper === "BODY=7BIT" || upper === "BODY=8BITMIME") return features.has("8BITMIME");
  return upper === "SMTPUTF8" && features.has("SMTPUTF8");
}

/** RFC 5321 §4.5.3.1.8 */
const MAX_RECIPIENTS = 100;

function rcpt({ transaction, world }: SmtpSession, argument: string): SmtpReply {
  if (transaction === undefined) return smtpReply(503, "5.5.1 Send MAIL first.");
  const read = /^to:/i.test(argument) ? readArgument(argument.slice(3).trim()) : undefined;
  if (read === undefined || read.mailbox === "") return smtpReply(501, "5.5.4 Syntax: RCPT TO:<address>.");
  if (read.parameters.length > 0) return smtpReply(555, "5.5.4 Unknown parameter.");
  const isAscii = Buffer.byteLength(read.mailbox) === read.mailbox.length;
  if (!isAscii && !transaction.parameters.some((each) => each.toUpperCase() === "SMTPUTF8"))
    return smtpReply(553, "5.6.7 This address requires SMTPUTF8 with MAIL.");
  if (transaction.recipients.length >= MAX_RECIPIENTS) return smtpReply(452, "4.5.3 Too many recipients.");
  const mailbox = read.mailbox.toLowerCase();
  if (world.refuse.has(mailbox)) return smtpReply(550, "5.1.1 There is no such mailbox.");
  if (world.defer.has(mailbox)) return smtpReply(451, "4.2.1 Try again later.");
  transaction.recipients.push(read.mailbox);
  return smtpReply(250, "2.1.5 Recipient accepted.");
}

function data({ transaction }: SmtpSession, argument: string): SmtpOutcome {
  if (argument !== "") return smtpReply(501, "5.5.4 DATA takes no argument.");
  if (transaction === undefined) return smtpReply(503, "5.5.1 Send MAIL first.");
  if (transaction.recipients.length === 0) return smtpReply(554, "5.5.1 No recipients.");
  return { reply: smtpReply(354, "Go on, and end with a dot."), next: "data" };
}

function rset(session: SmtpSession): SmtpReply {
  session.transaction = undefined;
  return smtpReply(250, "2.0.0 Forgotten.");
}

export function tooLarge(): SmtpReply {
  return smtpReply(552, "5.3.4 The message is too large.");
}
