import { AccessError, isAccessError } from "@anyurl/core";
import { concat, type Endpoint, type Exchange } from "@anyurl/core/exchange";
import type { Command } from "./command.ts";
import { type Control, command, say } from "./control.ts";
import { extendedPort, passivePort } from "./passive.ts";
import { type Reply, readReply, refusal } from "./reply.ts";

const EXTENDED = "RFC 2428 §3";

/**
 * Opens the data connection, sends the command that uses it, and reads the reply to that: 125 or 150, or what refuses it.
 * EPSV first: its reply has a port and no host, so a server cannot send us elsewhere (RFC 2428 §3). From PASV only the
 * port is taken, for the same reason (RFC 2577 §3). Either way it leads to the very address of the control connection.
 *
 * @throws {AccessError} bounce-refused, protocol-error, connect-failed, and what the connection fails with.
 */
export function* transfer(
  control: Control,
  what: Command,
  before?: Exchange<never, void>,
): Exchange<never, Reply> {
  const { known, isReused, hasData } = control;
  const isSimple = isReused && !hasData && before === undefined;
  const at = isSimple && known.extended ? yield* atOnce(control, what) : undefined;
  if (at !== undefined) {
    control.hasData = true;
    return yield* begun(control, at);
  }
  control.hasData = false;
  yield* openData(control);
  control.hasData = true;
  // "REST must be the last command issued before the data transfer command" (RFC 3659 §5.3).
  if (before !== undefined) yield* before;
  return yield* begun(control, yield* say(control, what));
}

/** The data connection is under TLS where the control connection is. */
function* begun({ known }: Control, reply: Reply): Exchange<never, Reply> {
  if (known.isProtected && (reply.code === 125 || reply.code === 150)) {
    yield { do: "secure", on: "data", cite: "RFC 4217 §9" };
  }
  return reply;
}

/**
 * EPSV and the command behind it in one: a server of which EPSV is known to work answers one after the other, and a whole
 * turn is saved. `undefined`: it has not worked this time.
 */
function* atOnce(control: Control, what: Command): Exchange<never, Reply | undefined> {
  const { inbox, limits, known } = control;
  const extended = command(control, "EPSV", undefined, { cite: EXTENDED });
  const { part, cite } = what;
  if (inbox.size > 0) {
    throw new AccessError("desync", "the server sent a reply that nothing had asked for");
  }
  yield {
    do: "send",
    octets: concat(extended.octets, what.octets),
    ...(part !== undefined && { part }),
    ...(cite !== undefined && { cite }),
  };
  const passive = yield* readReply(inbox, limits);
  control.hasAnswered = true;
  if (passive.code === 229) {
    const failure = yield* attempt({ port: extendedPort(passive) });
    const reply = yield* readReply(inbox, limits);
    // A server that has refused the command may have closed the door by then.
    if (failure !== undefined && reply.code < 400) throw failure;
    // Not every server undoubles FF: the slow way knows what to do about it.
    return reply.code === 550 && what.undoubled !== undefined ? undefined : reply;
  }
  known.extended = false;
  if (passive.code === 421) throw refusal(passive, "data");
  // Without a data connection the other command is refused as well; were it not, nothing could be said of what follows.
  const refused = yield* readReply(inbox, limits);
  if (refused.code >= 400) return undefined;
  throw new AccessError("desync", "the server began a transfer without a data connection");
}

/** Opens the data connection; gives what it has failed with. */
function* attempt(endpoint: Endpoint): Exchange<never, AccessError | undefined> {
  try {
    yield { do: "open", on: "data", endpoint, cite: EXTENDED };
    return undefined;
  } catch (error) {
    if (isAccessError(error) && error.code === "connect-failed") return error;
    throw error;
  }
}

function* openData(control: Control): Exchange<never, void> {
  const extended = yield* say(control, command(control, "EPSV", undefined, { cite: EXTENDED }));
  if (extended.code === 229) {
    try {
      yield { do: "open", on: "data", endpoint: { port: extendedPort(extended) }, cite: EXTENDED };
      control.known.extended = true;
      return;
    } catch (error) {
      // A filter between us may know PASV and not EPSV. Whatever else went wrong, PASV will not mend.
      if (!isAccessError(error) || (error.code !== "connect-failed" && error.code !== "timeout")) throw error;
    }
  } else if (extended.code < 400 || extended.code === 421) throw refusal(extended, "data");

  const cite = "RFC 959 §4.1.2";
  const passive = yield* say(control, command(control, "PASV", undefined, { cite }));
  if (passive.code !== 227) throw refusal(passive, "data");
  yield { do: "open", on: "data", endpoint: { port: passivePort(passive) }, cite };
}
