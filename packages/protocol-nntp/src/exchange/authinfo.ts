import { AccessError } from "@anyurl/core";
import { type Credentials, type Exchange, type SendStep, sendCommand } from "@anyurl/core/exchange";
import { formatCommand, replyError } from "./command.ts";
import type { Session } from "./session-state.ts";

/** The exchange needs the password from the caller, which must set it before the exchange continues. */
export interface Ask {
  readonly wanted: "user" | "password";
  /** The user whose password is needed. */
  readonly user: string | undefined;
  answer?: Credentials | undefined;
}

export function isCredentialsRequest(event: object): event is Ask {
  return "wanted" in event;
}

const CITE = "RFC 4643 §2.3";

/**
 * Sends AUTHINFO USER and PASS (RFC 4643 §2.3). Without TLS, no password is requested or sent, unless the caller allows
 * it.
 *
 * @throws {AccessError} tls-required, auth-required, auth-failed.
 */
export function* authenticate(session: Session): Exchange<Ask> {
  const { login, secured, clearTextLogin } = session;
  if (!secured && !clearTextLogin) throw clearTextLoginError();
  const named = login.user !== undefined && login.user !== "";
  const given: Credentials = named
    ? { user: login.user! }
    : ((yield* requestCredentials("user", undefined)) ?? {});
  if (given.user === undefined || given.user === "") throw authRequiredError("user", "a login");
  const user = formatCommand("AUTHINFO USER", given.user, {
    cite: CITE,
    ...(named ? { part: "user", secret: "shown" as const } : { secret: true }),
  });
  const known = named ? login.password : given.password;
  // Reject what cannot be sent before any of the login is sent.
  if (known !== undefined) createPasswordCommand(known);

  let reply = yield* sendCommand(session, user);
  if (reply.code === 381) {
    const password = known ?? (yield* requestCredentials("password", given.user))?.password;
    if (password === undefined) throw authRequiredError("password", "a password for this user");
    reply = yield* sendCommand(session, createPasswordCommand(password));
  }
  if (reply.code !== 281) throw replyError(reply, "login");
}

export function clearTextLoginError(): AccessError {
  return new AccessError(
    "tls-required",
    "cannot send a login to a news server without TLS; nothing of it was sent",
    {
      hint: 'set the option tls to "required", use nntps:, or set the option clearTextLogin',
    },
  );
}

function createPasswordCommand(password: string): SendStep {
  return formatCommand("AUTHINFO PASS", password, { part: "password", cite: CITE, secret: true });
}

function* requestCredentials(
  kind: Ask["wanted"],
  user: string | undefined,
): Exchange<Ask, Credentials | undefined> {
  const question: Ask = { wanted: kind, user };
  yield { do: "emit", event: question };
  return question.answer;
}

function authRequiredError(kind: Ask["wanted"], what: string): AccessError {
  return new AccessError("auth-required", `the server requires ${what}`, {
    hint: `add the ${kind} to the client's credentials`,
  });
}
