import { AccessError, type Limits } from "@anyurl/core";
import {
  checkNoUnsolicitedData,
  type Exchange,
  Inbox,
  type LineDialogue,
  type Reply,
  readReply,
  type SendStep,
  sendCommand,
} from "@anyurl/core/exchange";
import { type Ask, authenticate } from "./authinfo.ts";
import { readLines } from "./block.ts";
import { formatCommand, NNTP, replyError } from "./command.ts";
import { type Capabilities, type Login, readCapabilities, type Session } from "./session-state.ts";

/** When STARTTLS is used: never, if the server offers it, or always. */
export type TlsMode = "none" | "preferred" | "required";

/** Settings for the start of a session. */
export interface SessionInit {
  readonly login: Login;
  /** Whether TLS is active from the first byte. */
  readonly secured: boolean;
  readonly tls: TlsMode;
  /** Whether a password may be sent without TLS. */
  readonly clearTextLogin: boolean;
  readonly limits: Limits;
  /** The state of a pooled connection. */
  readonly kept?: PooledSession | undefined;
}

/** What the next user of a pooled connection needs to know. */
export interface PooledSession {
  readonly capabilities: Capabilities | undefined;
  readonly secured: boolean;
  readonly authenticated: boolean;
}

/**
 * Begins a session: greeting, CAPABILITIES, MODE READER if the server requires it or does not say, STARTTLS, and the
 * login if the URL has one (RFC 3977 §5, RFC 4642 §2.2, RFC 4643 §2.3). The known capabilities are discarded whenever
 * they can have changed.
 *
 * @throws {AccessError} protocol-error, permission-denied, temporarily-unavailable, tls-required, tls-failed, desync,
 * auth-required, auth-failed.
 */
function* openSession(init: SessionInit): Exchange<Ask, Session> {
  const { limits, login, clearTextLogin, kept } = init;
  const fresh: PooledSession = { capabilities: undefined, secured: init.secured, authenticated: false };
  const { capabilities, secured, authenticated } = kept ?? fresh;
  const dialogue: LineDialogue = { protocol: NNTP, inbox: new Inbox(), limits };
  const session: Session = { ...dialogue, login, clearTextLogin, capabilities, secured, authenticated };
  if (kept !== undefined) return session;
  const greeting = yield* readReply(session);
  if (greeting.code !== 200 && greeting.code !== 201) throw replyError(greeting, "greeting");
  yield* askCapabilities(session);
  yield* enterReaderMode(session);
  if (!secured && init.tls !== "none") yield* startTls(session, init.tls);
  if (login.user !== undefined && login.user !== "") yield* logIn(session);
  return session;
}

const CAPABILITIES: SendStep = formatCommand("CAPABILITIES", undefined, { cite: "RFC 3977 §5.2" });
const MODE_READER: SendStep = formatCommand("MODE READER", undefined, { cite: "RFC 3977 §5.3" });
const STARTTLS: SendStep = formatCommand("STARTTLS", undefined, { cite: "RFC 4642 §2.2" });
const QUIT: SendStep = formatCommand("QUIT", undefined, { cite: "RFC 3977 §5.4" });

function* askCapabilities(session: Session): Exchange<never> {
  const { inbox, limits } = session;
  const reply = yield* sendCommand(session, CAPABILITIES);
  if (reply.code === 400 || reply.code === 502) throw replyError(reply);
  session.capabilities = reply.code === 101 ? readCapabilities(yield* readLines(inbox, limits)) : undefined;
}

/** "A client MUST NOT issue" it if the server does not list MODE-READER. It is sent to a server that lists nothing. */
function* enterReaderMode(session: Session): Exchange<never> {
  const { capabilities } = session;
  if (capabilities?.has("MODE-READER") === false) return;
  const reply = yield* sendCommand(session, MODE_READER);
  if (reply.code === 200 || reply.code === 201) {
    if (capabilities !== undefined) yield* askCapabilities(session);
    return;
  }
  // A server of RFC 977 has no modes: it replies that the command is unknown, or that it needs a login.
  const goesOn = capabilities === undefined && [480, 500, 501, 503].includes(reply.code);
  if (!goesOn) throw replyError(reply);
}

function* startTls(session: Session, mode: "preferred" | "required"): Exchange<never> {
  const { capabilities } = session;
  if (capabilities?.has("STARTTLS") !== true && (mode === "preferred" || capabilities !== undefined)) {
    if (mode === "preferred") return;
    throw new AccessError("tls-required", "the server does not offer STARTTLS, but TLS is required", {
      hint: "use nntps: if the server has a port for it",
    });
  }
  const reply = yield* sendCommand(session, STARTTLS);
  if (reply.code !== 382) {
    if (mode === "preferred" && reply.code === 580) return;
    throw replyError(reply, "tls");
  }
  // A man in the middle could have injected data that has already arrived (RFC 4642 §2.2.2).
  checkNoUnsolicitedData(session, "TLS started");
  yield { do: "secure", cite: "RFC 4642 §2.2" };
  session.secured = true;
  yield* askCapabilities(session);
}

function* logIn(session: Session): Exchange<Ask> {
  yield* authenticate(session);
  session.authenticated = true;
  // "the client MUST NOT cache" what it knew before a login (RFC 4643 §2.2).
  if (session.capabilities !== undefined) yield* askCapabilities(session);
}

/**
 * Sends a command, logs in if the server requires it (480), and then sends the command once again.
 *
 * @param codes the expected replies.
 * @throws {AccessError} the meaning of any other reply.
 */
export function* request(
  session: Session,
  command: SendStep,
  ...codes: readonly number[]
): Exchange<Ask, Reply> {
  const reply = yield* attempt(session, command);
  if (codes.includes(reply.code)) return reply;
  throw replyError(reply);
}

/** As {@link request}, for a command that a server may lack or reject: returns any reply. */
export function* attempt(session: Session, command: SendStep): Exchange<Ask, Reply> {
  const reply = yield* sendCommand(session, command);
  if (reply.code === 400) throw replyError(reply);
  if (reply.code !== 480 || session.authenticated) return reply;
  yield* logIn(session);
  return yield* sendCommand(session, command);
}

/** Runs `work` in a session: opens it first, and closes it then. */
export function* runSession<Event, Result>(
  init: SessionInit,
  work: (session: Session) => Exchange<Event, Result>,
): Exchange<Ask | Event, Result> {
  const session = yield* openSession(init);
  const result = yield* work(session);
  yield* closeSession(session);
  return result;
}

/**
 * Checks that the server responds, without reading its capabilities.
 *
 * @throws {AccessError} the errors of a session.
 */
export function* statServer(init: SessionInit): Exchange<Ask> {
  yield* closeSession(yield* openSession(init));
}

/**
 * Releases a pooled connection; otherwise sends QUIT and waits briefly for the 205. Errors no longer matter here: the
 * work is done.
 */
function* closeSession({ inbox, capabilities, secured, authenticated }: Session): Exchange<never> {
  if (inbox.size === 0) {
    const state: PooledSession = { capabilities, secured, authenticated };
    if ((yield { do: "keep", state }) !== undefined) return;
  }
  try {
    yield QUIT;
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The connection is closed next in any case.
  }
}
