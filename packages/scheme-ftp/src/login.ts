import { AccessError } from "@anyurl/core";
import { type Credentials, checkNoUnsolicitedData, type Exchange, readReply } from "@anyurl/core/exchange";
import { type Command, command } from "./command.ts";
import { type Control, fetchFeatures, sendCommand } from "./control.ts";
import type { FtpSettings } from "./options.ts";
import { refusal } from "./reply.ts";

/** The login of a session. */
export interface FtpLogin {
  /** `undefined`: anonymous. */
  readonly user: string | undefined;
  /** `undefined`: requested from the caller if the server requires it. */
  readonly password: string | undefined;
  /** Does the user name come from the caller, and not from the URL? */
  readonly asked?: boolean;
  /** Is TLS used from the first byte? */
  readonly implicitTls?: boolean;
}

/** A request for credentials. The caller sets `answer` before it continues the exchange. */
export interface Ask {
  readonly wanted: "password" | "account";
  answer?: Credentials | undefined;
}

/**
 * Reads the greeting, starts TLS, and sends USER, PASS, and ACCT (RFC 959 §5.4, RFC 1635, RFC 4217). Does nothing on a
 * pooled connection, which is already logged in.
 *
 * @throws {AccessError} auth-required, auth-failed, tls-required, and errors of the greeting.
 */
export function* logIn(control: Control, login: FtpLogin): Exchange<Ask> {
  if (control.isReused) return;
  // Format the commands before anything is sent, so that an invalid name fails here.
  const user = userCommand(control, login);
  const known = login.user === undefined ? control.options.email : login.password;
  const password = known === undefined ? undefined : passwordCommand(control, login, known);

  let greeting = yield* readReply(control);
  if (greeting.code === 120) greeting = yield* readReply(control);
  if (greeting.code !== 220) throw refusal(greeting, "greeting");
  const secure = login.implicitTls === true || (yield* beginTls(control));
  yield* identify(control, login, user, password);
  if (secure) yield* protect(control);
  if (control.options.optsUtf8) yield* speakUtf8(control);
}

/** Returns what {@link logIn} tells the server: a pooled connection is reused only for the same. */
export function getLoginKey(
  { user, password }: FtpLogin,
  { email, tls, optsUtf8 }: FtpSettings,
): readonly (string | undefined)[] {
  return [user, password, email, tls, String(optsUtf8)];
}

function userCommand(control: Control, { user, asked }: FtpLogin): Command {
  if (user === undefined) return command(control, "USER", "anonymous", { cite: "RFC 1635 §2" });
  return command(control, "USER", user, { cite: "RFC 1738 §3.1", part: "user", secret: asked === true });
}

function passwordCommand(control: Control, { user }: FtpLogin, password: string): Command {
  if (user === undefined) return command(control, "PASS", password, { cite: "RFC 1635 §2" });
  return command(control, "PASS", password, { part: "password", cite: "RFC 1738 §3.1", secret: true });
}

/** Sends AUTH TLS before the login (RFC 4217 §4). Returns whether TLS started. */
function* beginTls(control: Control): Exchange<never, boolean> {
  const { tls } = control.options;
  if (tls === "none") return false;
  const cite = "RFC 4217 §4";
  const reply = yield* sendCommand(control, command(control, "AUTH", "TLS", { cite }));
  if (reply.code !== 234 && reply.code !== 334) {
    if (tls === "preferred" && reply.code !== 421) return false;
    throw refusal(reply, "tls");
  }
  // Data that arrived with the reply were not protected by TLS: an attacker may have sent them.
  checkNoUnsolicitedData(control, "TLS started");
  yield { do: "secure", cite };
  return true;
}

function* identify(
  control: Control,
  login: FtpLogin,
  user: Command,
  password: Command | undefined,
): Exchange<Ask> {
  let reply = yield* sendCommand(control, user);
  if (reply.code === 331) {
    let pass = password;
    if (pass === undefined) {
      const told = (yield* ask("password"))?.password;
      if (told === undefined) throw wanted("password", "a password for this user");
      pass = passwordCommand(control, login, told);
    }
    reply = yield* sendCommand(control, pass);
  }
  if (reply.code === 332) {
    const account = (yield* ask("account"))?.account;
    if (account === undefined) throw wanted("account", "an account");
    reply = yield* sendCommand(
      control,
      command(control, "ACCT", account, { cite: "RFC 959 §4.1.1", secret: true }),
    );
  }
  if (reply.code !== 230 && reply.code !== 202 && reply.code !== 232) throw refusal(reply, "login");
}

/** Enables TLS on data connections, or fails (RFC 4217 §9). */
function* protect(control: Control): Exchange<never> {
  const cite = "RFC 4217 §9";
  yield* sendCommand(control, command(control, "PBSZ", "0", { cite }));
  const reply = yield* sendCommand(control, command(control, "PROT", "P", { cite }));
  if (reply.code !== 200) throw refusal(reply, "tls");
  control.known.isProtected = true;
}

/** Sends OPTS UTF8 ON. It is from a draft, but some servers require it. Names are bytes whatever the reply is. */
function* speakUtf8(control: Control): Exchange<never> {
  const features = yield* fetchFeatures(control);
  if (features.has("UTF8"))
    yield* sendCommand(control, command(control, "OPTS", "UTF8 ON", { cite: "RFC 2640 §3" }));
}

function* ask(kind: Ask["wanted"]): Exchange<Ask, Credentials | undefined> {
  const question: Ask = { wanted: kind };
  yield { do: "emit", event: question };
  return question.answer;
}

function wanted(kind: Ask["wanted"], what: string): AccessError {
  return new AccessError("auth-required", `the server requires ${what}`, {
    hint: `set the ${kind} in the client's credentials`,
  });
}
