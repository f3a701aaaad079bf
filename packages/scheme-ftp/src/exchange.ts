import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import { type Credentials, type Exchange, Inbox } from "@anyurl/core/exchange";
import { type Command, commandOf, dialogue } from "./command.ts";
import { openData } from "./passive.ts";
import { type Reply, readReply, refusal } from "./reply.ts";
import { type FtpParts, type WalkedPath, withoutDotSegments } from "./syntax.ts";

/** Who logs in. */
export interface FtpLogin {
  /** `undefined`: anonymous. */
  readonly user: string | undefined;
  /** `undefined`: asked for when the server wants it. */
  readonly password: string | undefined;
  /** What an anonymous user gives as a password: an e-mail address (RFC 1635), or the constant. */
  readonly email: string;
  /** Does the user name come from the caller, and not from the URL? */
  readonly asked?: boolean;
}

/** Names nobody. Never made from the machine or the account. */
export const ANONYMOUS_PASSWORD = "anonymous@";

/** The exchange needs an answer of the caller, which is put in before it goes on. */
export interface Ask {
  readonly wanted: "password" | "account";
  answer?: Credentials | undefined;
}

/** The server has agreed to send: what is known beforehand. */
export interface Begin {
  /** Octets of the whole, as the text of the 150 says: advice. */
  readonly size: number | undefined;
  /** Which octet the data begin with. */
  readonly start: number;
}

export type FtpEvent = Uint8Array | Ask | Begin;

const RULE = "RFC 1738 §3.2.2";

/**
 * Retrieves what an ftp URL names, the way RFC 1738 §3.2.2 spells it out: log in, one CWD for each <cwd>, TYPE,
 * then RETR; for a directory NLST. Emits one Begin, then the octets: from `start` on where the server can begin there.
 */
export function* retrieve(
  login: FtpLogin,
  parts: FtpParts,
  limits: Limits,
  start = 0,
): Exchange<FtpEvent, true> {
  const walked = withoutDotSegments(parts);
  const directory = parts.typecode === "d" || walked.name === "";
  // Everything is written before anything is sent: a name that cannot be sent stops here.
  const commands = directory
    ? nameList(walked, limits)
    : [commandOf("RETR", walked.name, limits, { part: "name", cite: RULE })];
  const path = pathCommands(walked, limits);
  const type = typeCommand(directory || parts.typecode === "a" ? "A" : "I", parts, limits);

  const inbox = new Inbox();
  yield* logIn(inbox, login, limits);
  yield* walk(inbox, path, limits);
  const transfer = commands.at(-1)!;
  for (const command of commands.slice(0, -1)) yield* enter(inbox, command, limits);
  yield* expect(inbox, type, [200], "type", limits);
  yield* openData(inbox, limits);
  // Octets are counted in an image alone: in a text the server ends lines in its own way (RFC 3659 §5.1).
  const restarts = start > 0 && !directory && parts.typecode !== "a";
  const begun = restarts ? yield* restart(inbox, start, limits) : 0;
  yield* receiveData(inbox, transfer, limits, begun);
  yield* sayGoodbye(limits);
  return true;
}

/** Asks for the next transfer to begin at an octet (RFC 3659 §5.3). Gives where it will: at 0, if it cannot. */
function* restart(inbox: Inbox, start: number, limits: Limits): Exchange<never, number> {
  const command = commandOf("REST", String(start), limits, { cite: "RFC 3659 §5.3" });
  const { code } = yield* dialogue(inbox, command, limits);
  return code === 350 ? start : 0;
}

/** `NLST name`; for the directory itself NLST alone, for some servers take "NLST " amiss. */
function nameList({ name }: WalkedPath, limits: Limits): readonly Command[] {
  const init = { part: "name", cite: RULE };
  if (name === "") return [commandOf("NLST", undefined, limits, init)];
  // Servers take a name that begins with "-" for options of ls, and expand wildcards: such a one is entered first.
  if (/^-|[*?[{]/.test(name)) {
    return [commandOf("CWD", name, limits, init), commandOf("NLST", undefined, limits, { cite: RULE })];
  }
  return [commandOf("NLST", name, limits, init)];
}

/** One CWD for each <cwd>, the empty ones too. @throws {AccessError} too-long, control-octet. */
export function pathCommands({ cwds }: WalkedPath, limits: Limits): readonly Command[] {
  if (cwds.length > limits.maxSegments) {
    throw new AccessError("too-long", `a path may have ${limits.maxSegments} directories; nothing was sent`, {
      hint: "raise the limit maxSegments",
    });
  }
  return cwds.map(({ cwd, index }) => commandOf("CWD", cwd, limits, { part: `cwds[${index}]`, cite: RULE }));
}

export function typeCommand(type: "A" | "I", { typecode }: FtpParts, limits: Limits): Command {
  return commandOf("TYPE", type, limits, { cite: RULE, ...(typecode !== undefined && { part: "typecode" }) });
}

/** The greeting, USER, PASS, ACCT (RFC 959 §5.4, RFC 1635). */
export function* logIn(inbox: Inbox, login: FtpLogin, limits: Limits): Exchange<Ask> {
  const anonymous = login.user === undefined;
  const user = commandOf("USER", login.user ?? "anonymous", limits, {
    cite: anonymous ? "RFC 1635 §2" : "RFC 1738 §3.1",
    ...(!anonymous && { part: "user" }),
    secret: login.asked === true,
  });
  let known = anonymous ? login.email : login.password;
  if (known !== undefined) passwordCommand(known, anonymous, limits);

  let greeting = yield* readReply(inbox, limits);
  if (greeting.code === 120) greeting = yield* readReply(inbox, limits);
  if (greeting.code !== 220) throw refusal(greeting, "greeting");

  let reply = yield* dialogue(inbox, user, limits);
  if (reply.code === 331) {
    known ??= (yield* ask("password"))?.password;
    if (known === undefined) throw wanted("password", "a password for this user");
    reply = yield* dialogue(inbox, passwordCommand(known, anonymous, limits), limits);
  }
  if (reply.code === 332) {
    const account = (yield* ask("account"))?.account;
    if (account === undefined) throw wanted("account", "an account");
    reply = yield* dialogue(
      inbox,
      commandOf("ACCT", account, limits, { cite: "RFC 959 §4.1.1", secret: true }),
      limits,
    );
  }
  if (reply.code !== 230 && reply.code !== 202) throw refusal(reply, "login");
}

function passwordCommand(password: string, anonymous: boolean, limits: Limits): Command {
  if (anonymous) return commandOf("PASS", password, limits, { cite: "RFC 1635 §2" });
  return commandOf("PASS", password, limits, { part: "password", cite: "RFC 1738 §3.1", secret: true });
}

function* ask(kind: Ask["wanted"]): Exchange<Ask, Credentials | undefined> {
  const question: Ask = { wanted: kind };
  yield { do: "emit", event: question };
  return question.answer;
}

function wanted(kind: Ask["wanted"], what: string): AccessError {
  return new AccessError("auth-required", `the server asks for ${what}, and nobody here could tell it`, {
    hint: `give the ${kind} through the client's credentials`,
  });
}

/** Enters each directory. A null CWD, which many servers refuse, has a second way. */
export function* walk(inbox: Inbox, path: readonly Command[], limits: Limits): Exchange<never> {
  for (const [i, command] of path.entries()) yield* enter(inbox, command, limits, i === 0);
}

function* enter(inbox: Inbox, command: Command, limits: Limits, leading = false): Exchange<never> {
  const reply = yield* dialogue(inbox, command, limits);
  if (isPositive(reply)) return;
  if (!isNullCwd(command) || ![500, 501, 504, 550, 553].includes(reply.code)) throw refusal(reply, "cwd");
  // What the servers that accept it do: the leading one goes to "/", and another one goes nowhere.
  if (!leading) return;
  const { part } = command;
  const root = commandOf("CWD", "/", limits, { cite: RULE, ...(part !== undefined && { part }) });
  yield* expect(inbox, root, [200, 250], "cwd", limits);
}

function isNullCwd({ octets }: Command): boolean {
  return octets.length === "CWD \r\n".length;
}

function isPositive({ code }: Reply): boolean {
  return code >= 200 && code < 300;
}

/** Sends `transfer` and emits what comes over the data connection: success is its end and a 2xx, both. */
export function* receiveData(inbox: Inbox, transfer: Command, limits: Limits, start = 0): Exchange<FtpEvent> {
  const begun = yield* dialogue(inbox, transfer, limits);
  if (begun.code !== 125 && begun.code !== 150) throw refusal(begun, "transfer");
  // Behind a restart, some servers tell the size of the whole there, and some that of the rest.
  yield { do: "emit", event: { size: start === 0 ? sizeOf(begun) : undefined, start } };
  let empty = true;
  for (;;) {
    const octets = yield { do: "receive", on: "data", phase: "body" };
    if (octets === undefined) break;
    empty = false;
    yield { do: "emit", event: octets };
  }
  yield { do: "close", on: "data" };
  const done = yield* finalReply(inbox, limits);
  if (done.code === 226 || done.code === 250) return;
  const error = refusal(done, "transfer");
  throw empty ? error : truncated(error);
}

/** The 226. A control connection that ends instead leaves open whether the data were all. */
function* finalReply(inbox: Inbox, limits: Limits): Exchange<never, Reply> {
  try {
    return yield* readReply(inbox, limits);
  } catch (error) {
    if (!isAccessError(error) || (error.code !== "protocol-error" && error.code !== "truncated")) throw error;
    throw new AccessError("truncated", "the data ended, and the server did not say that they were whole", {
      reply: error.reply,
      retryable: true,
      cause: error,
    });
  }
}

function truncated({ reply, replyCode }: AccessError): AccessError {
  const init = { reply, replyCode, retryable: true };
  return new AccessError(
    "truncated",
    "the server ended the transfer with an error; what came is not whole",
    init,
  );
}

/** "150 Opening BINARY mode data connection for x (32 bytes).": not in the RFC, and nearly everywhere. */
function sizeOf({ text }: Reply): number | undefined {
  const match = /\(([0-9]{1,15}) bytes\)/.exec(text.slice(0, 1000));
  return match === null ? undefined : Number(match[1]);
}

export function* expect(
  inbox: Inbox,
  command: Command,
  codes: readonly number[],
  about: "cwd" | "type",
  limits: Limits,
): Exchange<never, Reply> {
  const reply = yield* dialogue(inbox, command, limits);
  if (codes.includes(reply.code)) return reply;
  throw refusal(reply, about);
}

/** QUIT, and a moment for the 221. What goes wrong here no longer matters: the work is done. */
export function* sayGoodbye(limits: Limits): Exchange<never> {
  try {
    yield { do: "send", octets: commandOf("QUIT", undefined, limits).octets, cite: "RFC 959 §4.1.1" };
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The connection is closed next, either way.
  }
}
