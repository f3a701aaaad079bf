import { AccessError, isAccessError } from "@anyurl/core";
import { type Exchange, type Reply, readReply } from "@anyurl/core/exchange";
import { type Command, type CommandInit, command } from "./command.ts";
import { type Control, endSession, sendCommand } from "./control.ts";
import { transfer } from "./data.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import { type Facts, fetchMetadata, fetchSize } from "./metadata.ts";
import { changeDirectory, inside, PATH_RULE, planRoute, type Route } from "./path.ts";
import { refusal } from "./reply.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { selectType, setType } from "./type.ts";

/** The start of a transfer: the server accepted the command. Has the metadata known so far. */
export interface Begin {
  readonly begins: true;
  /** The size of the whole file in bytes, from SIZE or the text of the 150 reply. It can be wrong. */
  readonly size?: number;
  readonly modified?: Date;
  /** The offset of the first byte. */
  readonly start: number;
  /** Are the data the names in a directory? */
  readonly isDirectory: boolean;
}

/** What a retrieval asks for. */
export interface Retrieval {
  /** The first byte. Default: 0. */
  readonly start?: number | undefined;
  /** The metadata to request before the file, beyond what the server sends with it. */
  readonly metadata?: "size" | "version" | undefined;
}

export type FtpEvent = Uint8Array | Ask | Begin;

/**
 * Retrieves a file as RFC 1738 §3.2.2 specifies: log in, send one CWD for each <cwd>, TYPE, then RETR, or NLST for a
 * directory. Emits one Begin, then the bytes, from `start` on if the server supports REST.
 */
export function* retrieve(
  control: Control,
  login: FtpLogin,
  parts: FtpParts,
  wishes: Retrieval = {},
): Exchange<FtpEvent, true> {
  const walked = withoutDotSegments(parts);
  const route = planRoute(walked, control);
  if (parts.typecode === "d" || walked.name === "") {
    const [way, names] = nameList(route, control);
    yield* logIn(control, login);
    yield* changeDirectory(control, way);
    yield* receiveNames(control, names, parts);
  } else {
    const wanted = command(control, "RETR", route.name, named(route));
    yield* logIn(control, login);
    yield* changeDirectory(control, route);
    yield* receiveFile(control, wanted, route, parts, wishes);
  }
  yield* endSession(control);
  return true;
}

function named({ part }: Route): CommandInit {
  return { cite: PATH_RULE, part };
}

/** Formats `NLST name`, or a bare NLST for the directory itself, because some servers reject "NLST ". */
function nameList(route: Route, control: Control): readonly [Route, Command] {
  const { name } = route;
  const init = named(route);
  // Servers treat a leading "-" as options of ls and expand wildcards, so enter such a directory first.
  if (name === "" || /^-|[*?[{]/.test(name)) {
    return [
      inside(route, control),
      command(control, "NLST", undefined, name === "" ? init : { cite: PATH_RULE }),
    ];
  }
  return [route, command(control, "NLST", name, init)];
}

function* receiveNames(control: Control, names: Command, parts: FtpParts): Exchange<FtpEvent> {
  yield* setType(control, "A", parts);
  yield* receiveData(control, names, { start: 0, isDirectory: true });
}

function* receiveFile(
  control: Control,
  file: Command,
  route: Route,
  parts: FtpParts,
  { start = 0, metadata }: Retrieval,
): Exchange<FtpEvent> {
  const type = selectType(parts, control.options);
  yield* setType(control, type, parts);
  // Offsets are only defined for image type: in text, the server converts line ends (RFC 3659 §5.1).
  const restarts = start > 0 && type === "I";
  const wanted = restarts || control.options.facts ? "version" : metadata;
  const facts = type === "I" ? yield* requestFacts(control, route, wanted) : undefined;
  try {
    const image = type === "I" ? route : undefined;
    yield* receiveData(control, file, { start: restarts ? start : 0, isDirectory: false, facts, image });
  } catch (error) {
    if (!isNoFile(error)) throw error;
    yield { do: "close", on: "data" };
    if (!control.options.autoList) throw yield* explainRefusal(control, route, error, "retrieve");
    yield* insteadNames(control, route, parts, error);
  }
}

function* requestFacts(
  control: Control,
  route: Route,
  wanted: Retrieval["metadata"],
): Exchange<never, Facts | undefined> {
  if (wanted === "version") return yield* fetchMetadata(control, route);
  // The server tells the size when the transfer begins.
  if (wanted === undefined || control.known.tellsSize) return undefined;
  const size = yield* fetchSize(control, route);
  return size === undefined ? undefined : { size };
}

function isNoFile(error: unknown): boolean {
  return isAccessError(error) && (error.code === "not-found" || error.code === "is-a-directory");
}

/** Lists the names in a directory whose URL looked like a file's. If that fails too, throws the first error. */
function* insteadNames(control: Control, route: Route, parts: FtpParts, error: unknown): Exchange<FtpEvent> {
  try {
    yield* changeDirectory(control, inside(route, control));
  } catch {
    throw error;
  }
  yield* receiveNames(control, command(control, "NLST", undefined, { cite: PATH_RULE }), parts);
}

export interface Receiving {
  /** The offset to start at, if the server supports REST. */
  readonly start: number;
  readonly isDirectory: boolean;
  readonly facts?: Facts | undefined;
  /** The route to the file if its bytes are sent unchanged: only image type has a defined size (RFC 3659 §4.3). */
  readonly image?: Route | undefined;
}

/** Sends `what` and emits the data. Success needs both the end of the data connection and a 2xx reply. */
export function* receiveData(
  control: Control,
  what: Command,
  { start, isDirectory, facts = {}, image }: Receiving,
): Exchange<FtpEvent> {
  const at = { start: 0 };
  const first = yield* transfer(control, what, {
    before: start > 0 ? restart(control, start, at) : undefined,
  });
  if (first.code !== 125 && first.code !== 150) throw refusal(first, "transfer");
  // After REST, some servers report the size of the whole file there, and some that of the rest.
  const told = image !== undefined && at.start === 0 ? toldSize(first) : undefined;
  const size = facts.size ?? told;
  control.known.tellsSize ||= told !== undefined;
  yield {
    do: "emit",
    event: {
      begins: true,
      start: at.start,
      isDirectory,
      ...(size !== undefined && { size }),
      ...(facts.modified !== undefined && { modified: facts.modified }),
    },
  };
  let received = at.start;
  let cut: AccessError | undefined;
  for (;;) {
    let octets: Uint8Array | undefined;
    try {
      octets = yield { do: "receive", on: "data", phase: "body", onLoan: true };
    } catch (error) {
      cut = truncatedError(control, error);
    }
    if (octets === undefined) break;
    received += octets.length;
    // The caller no longer uses this buffer when it requests the next chunk.
    yield { do: "emit", event: octets };
  }
  yield { do: "close", on: "data" };
  const done = yield* finalReply(control);
  if (done.code !== 226 && done.code !== 250) {
    const error = refusal(done, "transfer");
    throw received === at.start ? error : broken(error);
  }
  if (cut !== undefined) {
    // Many servers send no close_notify. A matching size that was sent over TLS proves the same.
    const size = image && (facts.size ?? told ?? (yield* fetchSize(control, image)));
    if (size !== received) throw cut;
  }
  if (image === undefined || told === undefined || received >= told) return;
  // The size in a 150 reply can be wrong. Send SIZE only now, because most transfers do not need it, and compare the
  // two.
  const confirmed = facts.size ?? (yield* fetchSize(control, image));
  if (confirmed === told) throw tooShort(told, received);
}

/**
 * Returns the error if the data connection ended without a TLS close_notify, by the server or an attacker.
 *
 * @throws every other error.
 */
function truncatedError({ known }: Control, error: unknown): AccessError {
  if (known.isProtected && isAccessError(error) && error.code === "truncated") return error;
  throw error;
}

/** Sends REST with an offset for the next transfer (RFC 3659 §5.3). The offset is 0 if the server rejects it. */
function* restart(control: Control, start: number, at: { start: number }): Exchange<never, void> {
  const { code } = yield* sendCommand(
    control,
    command(control, "REST", String(start), { cite: "RFC 3659 §5.3" }),
  );
  at.start = code === 350 ? start : 0;
}

/** Reads the 226 reply. If the control connection ends instead, the data may be incomplete. */
export function* finalReply(control: Control): Exchange<never, Reply> {
  try {
    return yield* readReply(control);
  } catch (error) {
    if (!isAccessError(error) || (error.code !== "protocol-error" && error.code !== "truncated")) throw error;
    throw new AccessError("truncated", "the transfer ended without confirmation from the server", {
      reply: error.reply,
      retryable: true,
      cause: error,
    });
  }
}

function broken({ reply, replyCode }: AccessError): AccessError {
  const init = { reply, replyCode, retryable: true };
  return new AccessError(
    "truncated",
    "the server ended the transfer with an error; the data are incomplete",
    init,
  );
}

function tooShort(size: number, received: number): AccessError {
  return new AccessError("truncated", `the transfer ended after ${received} of ${size} bytes`, {
    retryable: true,
  });
}

/** Parses the size in "150 Opening BINARY mode data connection for x (32 bytes).": not in the RFC, but very common. */
function toldSize({ text }: Reply): number | undefined {
  const match = /\(([0-9]{1,15}) bytes\)/.exec(text);
  return match === null ? undefined : Number(match[1]);
}
