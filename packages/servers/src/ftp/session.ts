import { textOf } from "@anyurl/core";
import type { Connection } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { runSession, type Outcome as SessionOutcome } from "../session.ts";
import { readTelnet } from "../telnet/protocol.ts";
import type { Outcome } from "./command.ts";
import { runCommand } from "./commands.ts";
import { DataConnection } from "./data.ts";
import { FACTS } from "./listings.ts";
import { createReply, formatReply } from "./reply.ts";
import type { FtpServerState } from "./server-state.ts";
import type { Session } from "./session-state.ts";
import { SessionTls } from "./tls.ts";

/** Maximum bytes of a command line, longer than any reasonable path. */
const MAX_LINE_BYTES = 4096;

/** Runs one FTP session over a connection. The returned function ends the session with 421. */
export function serveFtp(connection: Connection, world: FtpServerState): () => void {
  const tls = world.tls && new SessionTls(world.tls);
  const data = new DataConnection(connection, world.dataTimeout);
  let state = createSession(connection, world, data);
  let transfer: Promise<void> | undefined;

  /** Executes one command at a time; during a transfer only ABOR is accepted (RFC 959 §4.1.3). */
  async function onLine(line: Line): Promise<SessionOutcome> {
    connection.record(line);
    if (transfer !== undefined && isAbort(line)) data.close();
    await transfer;
    const outcome = await answerTo(line);
    if (!("opening" in outcome)) {
      const next = outcome.code === 221 ? "close" : outcome.code === 234 ? "tls" : undefined;
      return { octets: formatReply(outcome), next };
    }
    const carried = data.carry(outcome, state.protection === "P" ? tls : undefined);
    transfer = carried.then((answer) => {
      transfer = undefined;
      session.send(formatReply(answer));
    });
    return { octets: formatReply(createReply(150, outcome.opening)) };
  }

  async function answerTo(line: Line): Promise<Outcome> {
    if (line.tooLong) return createReply(500, `A command line has at most ${MAX_LINE_BYTES} bytes.`);
    const { octets, refusals } = readTelnet(line.octets);
    if (refusals.length > 0) session.send(refusals);
    return runCommand(state, textOf(octets));
  }

  const session = runSession<Line>(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    greeting: formatReply(createReply(220, "anyurl embedded FTP server ready.")),
    onItem: onLine,
    implicitTls: world.tls?.implicit ?? false,
    startTls(socket) {
      // "AUTH … removes any state associated with prior FTP Security commands", and the login (RFC 2228 §3).
      state = { ...createSession(connection, world, data), secured: true };
      data.close();
      return tls!.control(socket);
    },
    isStrictAboutTls: true,
    timeoutMs: world.idleTimeout,
    onIdle: () =>
      transfer === undefined ? farewell("Idle for too long; closing control connection.") : undefined,
    // "An unexpected close on the control connection will cause the server to take the effective action of an abort
    // (ABOR) and a logout (QUIT)" (RFC 959 §4.1.1).
    onEnd: () => data.close(),
  });
  return () => session.end(farewell("Service shutting down; closing control connection."));
}

function farewell(text: string): Uint8Array {
  return formatReply(createReply(421, text));
}

function createSession({ socket }: Connection, world: FtpServerState, data: DataConnection): Session {
  return {
    world,
    data,
    family: socket.localFamily ?? "IPv4",
    address: world.passiveAddress ?? socket.localAddress ?? "127.0.0.1",
    user: undefined,
    loggedIn: false,
    guest: false,
    cwd: [],
    type: "A",
    restart: 0,
    renaming: undefined,
    facts: FACTS,
    epsvOnly: false,
    secured: false,
    protection: undefined,
  };
}

function isAbort({ octets }: Line): boolean {
  // Clients send IAC IP and IAC DM before it, as the RFC requires.
  return textOf(readTelnet(octets).octets).toUpperCase() === "ABOR";
}
