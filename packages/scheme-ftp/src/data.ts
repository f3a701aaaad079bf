import { isAccessError, textOf } from "@anyurl/core";
import type { Exchange, Reply } from "@anyurl/core/exchange";
import { type Command, command } from "./command.ts";
import { type Control, sendCommand } from "./control.ts";
import { extendedPort, passivePort } from "./passive.ts";
import { EXTENDED, pipelinePassive } from "./pipelined-passive.ts";
import { refusal } from "./reply.ts";

export interface TransferOptions {
  /** Runs between the opening of the data connection and the command. */
  readonly before?: Exchange<never, void> | undefined;
  /**
   * Whether the client sends. The end of the data connection is then the end of the file (RFC 959 §3.4.1), so the
   * connection is reset if the file is incomplete. Default false.
   */
  readonly upload?: boolean;
}

/**
 * Opens the data connection, sends the command that uses it, and reads the first reply: 125, 150, or an error.
 * EPSV comes first: its reply has a port and no host, so a server cannot redirect the client (RFC 2428 §3). Only the
 * port of a PASV reply is used, for the same reason (RFC 2577 §3). Both use the address of the control connection.
 *
 * @throws {AccessError} bounce-refused, protocol-error, connect-failed, and errors of the connection.
 */
export function* transfer(
  control: Control,
  what: Command,
  { before, upload = false }: TransferOptions = {},
): Exchange<never, Reply> {
  const { known, isReused, hasData } = control;
  // Not for an upload: it cannot be repeated on another connection if the server names a port of another protocol.
  const isSimple = isReused && !hasData && before === undefined && !upload;
  const isKnown = known.extended && control.options.data === "passive";
  const at = isSimple && isKnown ? yield* pipelinePassive(control, what) : undefined;
  if (at !== undefined) {
    control.hasData = true;
    if (known.isProtected && hasBegun(at)) yield* startTls(control, false);
    return at;
  }
  control.hasData = false;
  const isActive = control.options.data === "active";
  yield* isActive ? openDoor(control) : openData(control, upload);
  control.hasData = true;
  // "REST must be the last command issued before the data transfer command" (RFC 3659 §5.3).
  if (before !== undefined) yield* before;
  control.hasUpload = upload;
  const reply = yield* sendCommand(control, what);
  if (isActive && hasBegun(reply)) yield { do: "accept", on: "data", cite: "RFC 959 §3.2", upload };
  if (known.isProtected && hasBegun(reply)) yield* startTls(control, upload);
  return reply;
}

function hasBegun({ code }: Reply): boolean {
  return code === 125 || code === 150;
}

/** Starts TLS on the data connection. A download must end with a close_notify if the option closeNotify is "required". */
function* startTls({ options }: Control, upload: boolean): Exchange<never, void> {
  const closeNotify = !upload && options.closeNotify === "required";
  yield { do: "secure", on: "data", cite: "RFC 4217 §9", closeNotify };
}

function* openData(control: Control, upload: boolean): Exchange<never, void> {
  for (let attempt = 1; ; attempt++) {
    if (yield* openOnce(control, attempt === MAX_PORTS, upload)) return;
  }
}

/** Maximum number of ports to request from a server that names ports of other protocols. */
const MAX_PORTS = 3;

/**
 * Opens by EPSV, else by PASV. Returns false if the port belongs to another protocol and another one can be requested.
 */
function* openOnce(control: Control, isLast: boolean, upload: boolean): Exchange<never, boolean> {
  const extended = control.known.onlyPassive
    ? undefined
    : yield* sendCommand(control, command(control, "EPSV", undefined, { cite: EXTENDED }));
  if (extended?.code === 229) {
    const opened = yield* open(extendedPort(extended), EXTENDED, isLast, upload);
    if (opened !== "failed") {
      control.known.extended ||= opened;
      return opened;
    }
    // A firewall on the path may support PASV and not EPSV.
  } else if (extended !== undefined && (extended.code < 400 || extended.code === 421)) {
    throw refusal(extended, "data");
  }

  const cite = "RFC 959 §4.1.2";
  const passive = yield* sendCommand(control, command(control, "PASV", undefined, { cite }));
  if (passive.code !== 227) throw refusal(passive, "data");
  // A permanent rejection (RFC 959 §4.2.1): do not ask again for each file.
  if (extended !== undefined && extended.code >= 500) control.known.onlyPassive = true;
  return (yield* open(passivePort(passive), cite, isLast, upload)) === true;
}

/**
 * Connects to the port that the server named. A server that picks any port sometimes picks one of another protocol:
 * returns false then, so that the caller requests another one.
 */
function* open(
  port: number,
  cite: string,
  isLast: boolean,
  upload: boolean,
): Exchange<never, boolean | "failed"> {
  try {
    yield { do: "open", on: "data", endpoint: { port }, cite, upload };
    return true;
  } catch (error) {
    if (!isAccessError(error)) throw error;
    if (error.code === "bounce-refused" && !isLast) return false;
    // PASV does not help with any other error.
    if ((error.code === "connect-failed" || error.code === "timeout") && cite === EXTENDED) return "failed";
    throw error;
  }
}

/**
 * Opens a listening port for active mode, at the client's address of the control connection. Sends EPRT, or PORT if the
 * server does not support EPRT and the address is IPv4 (RFC 2428 §2, RFC 959 §4.1.2).
 */
function* openDoor(control: Control): Exchange<never, void> {
  const door = yield { do: "listen", on: "data", cite: EXTENDED };
  const [address = "", port = ""] = textOf(door ?? []).split(" ");
  const family = address.includes(":") ? 2 : 1;
  // A plan opens no port, so it cannot show one.
  const place = door === undefined ? "***" : `|${family}|${address}|${port}|`;
  const extended = command(control, "EPRT", place, { cite: "RFC 2428 §2" });
  const reply = yield* sendCommand(control, extended);
  if (reply.code === 200) return;
  if (reply.code < 400 || reply.code === 421 || family === 2) throw refusal(reply, "data");
  const numbers = [...address.split("."), Number(port) >> 8, Number(port) & 0xff].join(",");
  const plain = yield* sendCommand(control, command(control, "PORT", numbers, { cite: "RFC 959 §4.1.2" }));
  if (plain.code !== 200) throw refusal(plain, "data");
}
