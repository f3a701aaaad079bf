import { AccessError, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { type Control, command, endSession, isPositive, sendCommand } from "./control.ts";
import { transfer } from "./data.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import { parseSize } from "./metadata.ts";
import { changeDirectory, planRoute } from "./path.ts";
import { type Reply, readReply, refusal } from "./reply.ts";
import { type Begin, finalReply } from "./retrieve.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { setType, typeOf } from "./type.ts";
import { unchanged, withUncertainOutcome } from "./uncertain-outcome.ts";

/** The exchange needs the next octets, which are put in before it goes on; none: that was all. */
interface Pull {
  readonly wanted: "octets";
  octets?: Uint8Array | undefined;
}

export type StoreEvent = Ask | Begin | Pull;

/**
 * Writes a file (RFC 959 §4.1.3): STOR in place of what was there, or APPE behind it; with `start`, STOR from that octet
 * on, behind what an earlier attempt has left there (RFC 3659 §5). Emits a Pull for the first piece before STOR or APPE is
 * sent, a Begin, and then a Pull for each other piece: a source that fails at once leaves what is there.
 *
 * @throws {AccessError} is-a-directory: the URL names one; changed: there are fewer octets than `start`;
 *   desync: the server has
 *   confirmed what it cannot have; permission-denied, …
 */
export function* store(
  control: Control,
  login: FtpLogin,
  parts: FtpParts,
  verb: "STOR" | "APPE",
  start = 0,
): Exchange<StoreEvent, true> {
  const route = planRoute(withoutDotSegments(parts), control);
  if (route.name === "" || parts.typecode === "d") {
    throw new AccessError("is-a-directory", "cannot write to the URL: it is a directory", {
      hint: 'remove the "/" at the end of the URL, or create the directory',
    });
  }
  const init = { cite: "RFC 959 §4.1.3", ...(route.part !== undefined && { part: route.part }) };
  const written = command(control, verb, route.name, init);
  yield* logIn(control, login);
  yield* changeDirectory(control, route);
  const type = typeOf(parts, control.options);
  yield* setType(control, type, parts);
  if (start > 0) yield* checkSize(control, route.name, start);
  yield* checkPooledConnection(control);
  const first = yield* pull();
  const before = start > 0 ? restart(control, start) : undefined;
  yield* begin(control, transfer(control, written, { before, upload: true }));
  yield { do: "emit", event: { begins: true, start, isDirectory: false } };
  // What is appended twice is there twice.
  yield* verb === "APPE"
    ? withUncertainOutcome(control, "begun", sendAll(control, first))
    : sendAll(control, first);
  yield* endSession(control);
  return true;
}

/** Begins the upload. @throws what refuses it; until the server has the command the target is unchanged. */
function* begin(control: Control, steps: Exchange<never, Reply>): Exchange<never> {
  let reply: Reply;
  try {
    reply = yield* steps;
  } catch (error) {
    throw control.hasTransfer ? error : unchanged(error);
  }
  if (reply.code === 125 || reply.code === 150) return;
  const refused = refusal(reply, "change");
  throw reply.code >= 400 ? unchanged(refused) : refused;
}

/** What is written behind must be there. */
function* checkSize(control: Control, name: string, start: number): Exchange<never> {
  const reply = yield* sendCommand(control, command(control, "SIZE", name, { cite: "RFC 3659 §4" }));
  const size = reply.code === 213 ? parseSize(reply) : undefined;
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

/** What is done twice may do harm: a connection that was kept is tried out first. */
export function* checkPooledConnection(control: Control): Exchange<never> {
  if (!control.isReused || control.hasAnswered) return;
  const reply = yield* sendCommand(control, command(control, "NOOP", undefined, { cite: "RFC 959 §4.1.3" }));
  if (!isPositive(reply)) {
    control.isLost = true;
    throw refusal(reply, "data");
  }
}

/** The next piece of the source; `undefined`: that was all. */
function* pull(): Exchange<Pull, Uint8Array | undefined> {
  const wanted: Pull = { wanted: "octets" };
  yield { do: "emit", event: wanted };
  return wanted.octets;
}

/** Sends what comes, and ends the data connection: that is the end of the file. */
function* sendAll(control: Control, first: Uint8Array | undefined): Exchange<Pull> {
  yield* refuseEarly(control);
  let failure: unknown;
  for (let octets = first; octets !== undefined; octets = yield* pull()) {
    try {
      yield { do: "send", on: "data", octets, body: true };
    } catch (error) {
      // A server that wants no more says why on the control connection.
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
 * The server cannot know yet that the upload is complete: its end is the end of the data connection. A reply that has
 * arrived by now refuses the upload, or confirms what the server does not have.
 */
function* refuseEarly({ inbox, limits }: Control): Exchange<never> {
  if (inbox.size === 0) return;
  const reply = yield* readReply(inbox, limits);
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
