import { AccessError, isAccessError } from "@anyurl/core";
import { type Exchange, type Reply, readReply } from "@anyurl/core/exchange";
import { command } from "./command.ts";
import { type Control, endSession, isPositive, sendCommand } from "./control.ts";
import { transfer } from "./data.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import { setModified, sizeIn } from "./metadata.ts";
import { changeDirectory, planRoute, type Route } from "./path.ts";
import { refusal } from "./reply.ts";
import { finalReply } from "./retrieve.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { selectType, setType } from "./type.ts";
import { unchanged, withUncertainOutcome } from "./uncertain-outcome.ts";

/** A request for the next chunk. The caller sets `octets` before it continues; `undefined` ends the upload. */
interface Pull {
  readonly wanted: "octets";
  octets?: Uint8Array | undefined;
}

export type StoreEvent = Ask | Pull;

/**
 * Writes a file (RFC 959 §4.1.3): STOR replaces it, and APPE appends to it; with `start`, STOR resumes an upload at
 * that offset (RFC 3659 §5). Emits a Pull for the first chunk before it sends STOR or APPE, and then one for each other
 * chunk. So a source that fails on its first chunk does not change the file. With `modified`, the file then gets this
 * modification time, if the server can set it.
 *
 * @throws {AccessError} is-a-directory: the URL identifies a directory; changed: the file is shorter than `start`;
 *   desync: the server confirmed the upload too early; permission-denied, …
 */
export function* store(
  control: Control,
  login: FtpLogin,
  parts: FtpParts,
  verb: "STOR" | "APPE",
  { start = 0, modified }: { readonly start?: number | undefined; readonly modified?: Date | undefined } = {},
): Exchange<StoreEvent> {
  const route = planRoute(withoutDotSegments(parts), control);
  if (route.name === "" || parts.typecode === "d") {
    throw new AccessError("is-a-directory", "cannot write to the URL: it is a directory", {
      hint: 'remove the "/" at the end of the URL, or create the directory',
    });
  }
  const written = command(control, verb, route.name, { cite: "RFC 959 §4.1.3", part: route.part });
  yield* logIn(control, login);
  yield* changeDirectory(control, route);
  const type = selectType(parts, control.options);
  yield* setType(control, type, parts);
  if (start > 0) yield* checkSize(control, route.name, start);
  yield* checkPooledConnection(control);
  const first = yield* pull();
  const before = start > 0 ? restart(control, start) : undefined;
  yield* begin(control, route, transfer(control, written, { before, upload: true }));
  // A repeated APPE would append the data twice.
  yield* verb === "APPE"
    ? withUncertainOutcome(control, "begun", sendAll(control, first))
    : sendAll(control, first);
  if (modified !== undefined) yield* setModified(control, route, modified);
  yield* endSession(control);
}

/** Starts the upload. If it fails before the server has the command, the error says that the target is unchanged. */
function* begin(control: Control, route: Route, steps: Exchange<never, Reply>): Exchange<never> {
  let reply: Reply;
  try {
    reply = yield* steps;
  } catch (error) {
    throw control.hasUpload ? error : unchanged(error);
  }
  if (reply.code === 125 || reply.code === 150) return;
  if (reply.code < 400) throw refusal(reply, "change");
  yield { do: "close", on: "data" };
  throw unchanged(yield* explainRefusal(control, route, refusal(reply, "change"), "store"));
}

/** Checks that the file on the server has at least `start` bytes. */
function* checkSize(control: Control, name: string, start: number): Exchange<never> {
  const reply = yield* sendCommand(control, command(control, "SIZE", name, { cite: "RFC 3659 §4" }));
  const size = sizeIn(reply);
  if (size !== undefined && size >= start) return;
  throw new AccessError(
    "changed",
    "cannot resume the upload: the file on the server is shorter than the offset",
    {
      hint: "upload the whole file",
    },
  );
}

function* restart(control: Control, start: number): Exchange<never, void> {
  const reply = yield* sendCommand(
    control,
    command(control, "REST", String(start), { cite: "RFC 3659 §5.3" }),
  );
  if (reply.code !== 350) throw refusal(reply, "change");
}

/** Tests a pooled connection with NOOP, because a command that changes files must not be sent twice. */
export function* checkPooledConnection(control: Control): Exchange<never> {
  if (!control.isReused || control.hasAnswered) return;
  const reply = yield* sendCommand(control, command(control, "NOOP", undefined, { cite: "RFC 959 §4.1.3" }));
  if (!isPositive(reply)) {
    control.isLost = true;
    throw refusal(reply, "data");
  }
}

/** Requests the next chunk of the source; `undefined` at its end. */
function* pull(): Exchange<Pull, Uint8Array | undefined> {
  const wanted: Pull = { wanted: "octets" };
  yield { do: "emit", event: wanted };
  return wanted.octets;
}

/** Sends all chunks and closes the data connection, which ends the file. */
function* sendAll(control: Control, first: Uint8Array | undefined): Exchange<Pull> {
  yield* refuseEarly(control);
  let failure: unknown;
  for (let octets = first; octets !== undefined; octets = yield* pull()) {
    try {
      yield { do: "send", on: "data", octets, body: true };
    } catch (error) {
      // A server that stops reading sends the reason on the control connection.
      failure = error;
      break;
    }
  }
  if (failure === undefined) {
    const arrived = yield { do: "poll" };
    if (arrived !== undefined) control.inbox.adopt(arrived);
    yield* refuseEarly(control);
    yield { do: "end", on: "data" };
  } else yield { do: "close", on: "data" };
  const done = yield* outcome(control, failure);
  yield { do: "close", on: "data" };
  if (done.code !== 226 && done.code !== 250) throw refusal(done, "change");
  if (failure !== undefined) throw failure;
}

/**
 * Throws if a reply arrives early. The upload ends with the data connection, so a reply before that rejects the upload,
 * or wrongly confirms it.
 */
function* refuseEarly(control: Control): Exchange<never> {
  if (control.inbox.size === 0) return;
  const reply = yield* readReply(control);
  if (reply.code >= 400) throw refusal(reply, "change");
  throw new AccessError("desync", "the server confirmed the upload before it was complete", {
    ...{ reply: reply.text, replyCode: reply.code },
  });
}

function* outcome(control: Control, failure: unknown): Exchange<never, Reply> {
  try {
    return yield* finalReply(control);
  } catch (error) {
    throw isAccessError(error) && failure !== undefined ? failure : error;
  }
}
