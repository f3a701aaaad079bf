import { AccessError, encodeBase64, octetsOf } from "@anyurl/core";
import { askLogin, type Exchange, type LoginQuestion } from "@anyurl/core/exchange";
import type { ImapSettings } from "./options.ts";
import type { ImapSession, SessionInit, Shown } from "./session.ts";

/** The login of a URL. Without both: anonymous. */
export interface Login {
  readonly user: string | undefined;
  /** In any case; "*": any. */
  readonly auth: string | undefined;
}

const LOGIN_CITE = "RFC 3501 §6.2.3";
const IS_ASCII = /^[\0-\x7f]*$/;
const AUTHENTICATE_CITE = "RFC 3501 §6.2.2";

/**
 * Logs in, as the URL and the options say. A password is sent without TLS only if the options allow it.
 *
 * @throws {AccessError} tls-required, auth-required, auth-failed, unsupported: no mechanism that both know.
 */
export function* logIn(session: ImapSession, { user, auth }: Login): Exchange<LoginQuestion> {
  if (isAnonymous({ user, auth }, session)) return yield* logInAnonymously(session);
  if (!session.isSecured && !session.options.clearTextLogin) throw clearTextLoginError();
  const isPlain = usesPlain(session, auth?.toUpperCase() ?? "*");
  const [name, password] = yield* askLogin(user);
  if (/[\0\r\n]/.test(name + password))
    throw new AccessError("control-octet", "a user or password must not contain NUL, CR, or LF");
  // "user" marks the part of the URL that the command comes from.
  const part = user === undefined ? undefined : "user";
  if (isPlain) yield* authenticate(session, "PLAIN", `\0${name}\0${password}`, part);
  else if (IS_ASCII.test(name + password)) {
    const shown: Shown = { cite: LOGIN_CITE, part, secret: quote(password) };
    yield* session.run(`LOGIN ${quote(name)} `, shown, "login");
  } else {
    // A quoted string has only ASCII (RFC 3501 §4.3).
    const parts = [
      { text: "LOGIN ", literal: octetsOf(name) },
      { text: " ", literal: octetsOf(password) },
      { text: "", literal: undefined },
    ];
    yield* session.sendParts(parts, { cite: LOGIN_CITE, part }, "login", 1);
    yield* session.finish("login");
  }
  session.user = name;
}

/** What must be the same for another call to use a pooled connection. */
export function getPoolKey(
  { user, auth }: Login,
  { tls, clearTextLogin, login, email }: ImapSettings,
): readonly (string | undefined)[] {
  return [user, auth?.toUpperCase(), tls, String(clearTextLogin), login, email];
}

/** Does a URL stand for an anonymous login (RFC 5092 §3.2)? */
function isAnonymous({ user, auth }: Login, { options }: Pick<SessionInit, "options">): boolean {
  return (
    auth?.toUpperCase() === "ANONYMOUS" ||
    (user === undefined && auth === undefined && options.login === "anonymous")
  );
}

/** @throws {AccessError} tls-required: a password would be sent without TLS; unsupported. Nothing has been sent. */
export function checkLogin(login: Login, init: SessionInit): void {
  const { auth } = login;
  if (auth !== undefined && !SUPPORTED.has(auth.toUpperCase()))
    throw new AccessError("unsupported", `unsupported mechanism "${auth}"; nothing was sent`, {
      hint: 'write ";AUTH=*" or ";AUTH=PLAIN"',
    });
  const { tls, options } = init;
  if (!isAnonymous(login, init) && !tls && options.tls === "none" && !options.clearTextLogin)
    throw clearTextLoginError();
}

const SUPPORTED: ReadonlySet<string> = new Set(["*", "PLAIN", "LOGIN", "ANONYMOUS"]);

/** Does a login use PLAIN? Otherwise, it uses the command LOGIN. */
function usesPlain({ capabilities }: ImapSession, auth: string): boolean {
  if (auth === "PLAIN" || (auth === "*" && capabilities.has("AUTH=PLAIN"))) return true;
  if (!capabilities.has("LOGINDISABLED")) return false;
  throw new AccessError("unsupported", "the server offers no mechanism for a login with a password");
}

function* logInAnonymously(session: ImapSession): Exchange<never> {
  const { capabilities, options } = session;
  if (capabilities.has("AUTH=ANONYMOUS")) yield* authenticate(session, "ANONYMOUS", options.email, undefined);
  else if (capabilities.has("LOGINDISABLED"))
    throw new AccessError("auth-required", "the server requires a login", {
      hint: "add a user to the URL: imap://USER@HOST/",
    });
  else yield* session.run(`LOGIN "anonymous" ${quote(options.email)}`, { cite: "RFC 5092 §3.2" }, "login");
}

/** Sends the initial response of a mechanism with the command, if the server supports it (RFC 4959). */
function* authenticate(
  session: ImapSession,
  mechanism: "PLAIN" | "ANONYMOUS",
  text: string,
  part: string | undefined,
): Exchange<never> {
  const response = encodeBase64(octetsOf(text));
  const isSecret = mechanism === "PLAIN";
  const shown = { cite: AUTHENTICATE_CITE, part };
  if (session.capabilities.has("SASL-IR")) {
    const command = `AUTHENTICATE ${mechanism} `;
    if (isSecret) yield* session.send(command, { ...shown, secret: response });
    else yield* session.send(command + response, shown);
  } else {
    yield* session.send(`AUTHENTICATE ${mechanism}`, shown);
    yield* session.awaitContinuation("login");
    const octets = octetsOf(`${response}\r\n`);
    yield {
      ...{ do: "send", octets, cite: AUTHENTICATE_CITE },
      ...(isSecret && { secret: [0, octets.length - 2] as const }),
    };
  }
  yield* session.finish("login");
}

function clearTextLoginError(): AccessError {
  return new AccessError("tls-required", "cannot send a password without TLS; nothing of it was sent", {
    hint: 'set the imap option tls to "required", use imaps:, or set the option clearTextLogin',
  });
}

/** A quoted string (RFC 3501 §4.3). */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
