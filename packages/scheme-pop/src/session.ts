import { AccessError, encodeBase64, type Limits, octetsOf } from "@anyurl/core";
import {
  askLogin,
  checkNoUnsolicitedData,
  type Exchange,
  formatCommand,
  Inbox,
  type LineDialogue,
  type LoginQuestion,
} from "@anyurl/core/exchange";
import { attempt, authenticate, command, POP, readReply, rejection } from "./dialogue.ts";
import { readLines } from "./lines.ts";
import type { PopSettings } from "./options.ts";
import type { PopParts } from "./syntax.ts";

/** Settings for the start of a session. */
export interface SessionInit {
  readonly options: PopSettings;
  readonly limits: Limits;
  /** TLS from the first byte. */
  readonly tls: boolean;
  readonly login: PopParts;
  /** The MD5 of a text, in hexadecimal. */
  readonly md5: (text: string) => string;
}

/** Performs work in a session: begins it, logs in, and ends it. */
export function* runSession<Event>(
  init: SessionInit,
  work: (dialogue: LineDialogue) => Exchange<Event>,
): Exchange<LoginQuestion | Event, true> {
  const dialogue: LineDialogue = { protocol: POP, inbox: new Inbox(), limits: init.limits };
  const greeting = yield* readReply(dialogue);
  if (!greeting.isOk) throw rejection(greeting.text, "greeting");
  let secured = init.tls;
  if (!secured && init.options.tls !== "none") secured = yield* startTls(dialogue, init.options.tls);
  yield* logIn(dialogue, init, { secured, greeting: greeting.text });
  yield* work(dialogue);
  yield* quit(dialogue);
  return true;
}

const TLS_CITE = "RFC 2595 §4";

/** @returns whether TLS is active. @throws {AccessError} tls-required, tls-failed, desync. */
function* startTls(dialogue: LineDialogue, mode: "preferred" | "required"): Exchange<never, boolean> {
  const { isOk } = yield* attempt(dialogue, "CAPA", { cite: "RFC 2449 §5" });
  const capabilities = isOk ? yield* readLines(dialogue) : [];
  if (!capabilities.some((each) => each.toUpperCase() === "STLS")) {
    if (mode === "preferred") return false;
    throw new AccessError("tls-required", "the server does not offer STLS, but TLS is required", {
      hint: "use pops: if the server has a port for it",
    });
  }
  yield* command(dialogue, "STLS", "tls", { cite: TLS_CITE });
  // Data that arrived with the reply were not protected: an attacker may have sent them.
  checkNoUnsolicitedData(dialogue, "TLS started");
  yield { do: "secure", cite: TLS_CITE };
  return true;
}

/**
 * Checks a login, as far as that is possible before the connection.
 *
 * @throws {AccessError} unsupported: the mechanism; tls-required: a password would be sent without TLS; control-octet.
 */
export function checkLogin({ login, options, tls }: Omit<SessionInit, "md5">): void {
  const mechanism = mechanismOf(login);
  if (!MECHANISMS.has(mechanism))
    throw new AccessError("unsupported", `unsupported mechanism "${mechanism}"; nothing was sent`, {
      hint: 'write ";AUTH=*", ";AUTH=+APOP", or ";AUTH=PLAIN"',
    });
  if (login.user !== undefined && /[\0-\x1f\x7f]/.test(login.user))
    throw new AccessError("control-octet", "a user cannot contain control characters; nothing was sent", {
      hint: "remove the control characters from the URL",
    });
  if (!tls && options.tls === "none" && mechanism !== APOP && !options.clearTextLogin)
    throw clearTextLoginError();
}

const APOP = "+APOP";
const MECHANISMS: ReadonlySet<string> = new Set(["*", APOP, "PLAIN"]);

/** "If a user name is included with no authentication mechanism, then ;AUTH=* is assumed" (RFC 2384 §4). */
function mechanismOf({ auth = "*" }: PopParts): string {
  return auth.toUpperCase();
}

/**
 * A msg-id (RFC 1939 §7). A false server could find the password if it could choose other bytes, because MD5 has collisions
 * (CVE-2007-1558).
 */
const TIMESTAMP = /<[!-;=?A-~]+@[!-;=?A-~]+>/;

function* logIn(
  dialogue: LineDialogue,
  { login, options, md5 }: SessionInit,
  { secured, greeting }: { readonly secured: boolean; readonly greeting: string },
): Exchange<LoginQuestion> {
  const mechanism = mechanismOf(login);
  const [timestamp] = TIMESTAMP.exec(greeting) ?? [];
  if (mechanism === APOP && timestamp === undefined)
    // No other mechanism is tried (RFC 2384 §4).
    throw new AccessError("auth-failed", "the server does not offer APOP: its greeting has no timestamp");
  if (mechanism !== APOP && !secured && !options.clearTextLogin) throw clearTextLoginError();
  const [user, password] = yield* askLogin(login.user);
  const part = login.user === undefined ? undefined : "user";
  if (mechanism === APOP) {
    const secret = md5(timestamp + password);
    yield* command(dialogue, `APOP ${user} `, "login", { part, secret, cite: "RFC 1939 §7" });
  } else if (mechanism === "PLAIN") {
    const response = encodeBase64(octetsOf(`\0${user}\0${password}`));
    yield* authenticate(dialogue, "PLAIN", response, { part, cite: "RFC 5034 §4" });
  } else {
    const cite = "RFC 1939 §7";
    const secret = password;
    // Reject what cannot be sent before any of the login is sent.
    formatCommand(POP, "PASS ", { limits: dialogue.limits, secret });
    yield* command(dialogue, `USER ${user}`, "login", { part, cite });
    yield* command(dialogue, "PASS ", "login", { secret, cite });
  }
}

function clearTextLoginError(): AccessError {
  return new AccessError("tls-required", "cannot send a password without TLS; nothing of it was sent", {
    hint: 'set the pop option tls to "required", use pops:, write ";AUTH=+APOP", or set the option clearTextLogin',
  });
}

/** Sends QUIT, and waits briefly. Nothing was marked for deletion, so the mailbox is unchanged. */
function* quit({ inbox }: LineDialogue): Exchange<never> {
  if (inbox.size > 0) return;
  try {
    yield formatCommand(POP, "QUIT", { cite: "RFC 1939 §5" });
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The server closed the connection first.
  }
}
