import { textOf } from "@anyurl/core";
import { type SmtpReply, smtpReply } from "./reply.ts";
import type { SmtpSession } from "./server-state.ts";

/** The result of an AUTH step: a reply, or a challenge whose response is the client's next line. */
export type AuthOutcome =
  | SmtpReply
  | { readonly ask: SmtpReply; readonly onResponse: (line: string) => AuthOutcome };

/** Handles AUTH mechanism [SP initial-response]   (RFC 4954 §4). */
export function authenticate(session: SmtpSession, argument: string): AuthOutcome {
  const [mechanism = "", initial, ...more] = argument.split(" ");
  const { world } = session;
  if (session.user !== undefined) return smtpReply(503, "5.5.1 Already logged in.");
  if (session.transaction !== undefined) return smtpReply(503, "5.5.1 Not allowed within a transaction.");
  if (more.length > 0) return smtpReply(501, "5.5.4 AUTH takes a mechanism and one response.");
  const name = mechanism.toUpperCase();
  if (!world.mechanisms.some((each) => each === name)) return smtpReply(504, "5.5.4 Unsupported mechanism.");
  if (name === "PLAIN")
    return initial === undefined
      ? createChallenge("", (line) => checkPlain(session, line))
      : checkPlain(session, initial);
  const password = (user: string) =>
    createChallenge("UGFzc3dvcmQ6", (line) => checkLogin(session, user, decodeBase64(line)));
  const user = (line: string) => {
    const given = decodeBase64(line);
    return given === undefined ? invalidBase64Reply() : password(given);
  };
  return initial === undefined ? createChallenge("VXNlcm5hbWU6", user) : user(initial);
}

function createChallenge(text: string, heard: (line: string) => AuthOutcome): AuthOutcome {
  // "*" cancels (RFC 4954 §4).
  const answered = (line: string) => (line === "*" ? smtpReply(501, "5.7.0 Cancelled.") : heard(line));
  return { ask: smtpReply(334, text), onResponse: answered };
}

/** message = [authzid] UTF8NUL authcid UTF8NUL passwd   (RFC 4616 §2) */
function checkPlain(session: SmtpSession, response: string): SmtpReply {
  const [authzid, user, password, ...more] = decodeBase64(response)?.split("\0") ?? [];
  if (user === undefined || password === undefined || more.length > 0) return invalidBase64Reply();
  return authzid === "" || authzid === user ? checkLogin(session, user, password) : loginFailedReply();
}

function checkLogin(session: SmtpSession, user: string, password: string | undefined): SmtpReply {
  if (password === undefined) return invalidBase64Reply();
  if (session.world.accounts.get(user) !== password) return loginFailedReply();
  session.user = user;
  return smtpReply(235, "2.7.0 Welcome.");
}

function invalidBase64Reply(): SmtpReply {
  return smtpReply(501, "5.5.2 Invalid base64.");
}

function loginFailedReply(): SmtpReply {
  return smtpReply(535, "5.7.8 No such user with this password.");
}

/** Decodes canonical base64; returns `undefined` for any other text. */
function decodeBase64(text: string): string | undefined {
  if (text === "=") return "";
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return isBase64 ? textOf(new Uint8Array(Buffer.from(text, "base64"))) : undefined;
}
