import type { Socket } from "node:net";
import { type Connection, closeGracefully } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { textOf } from "../name.ts";
import { waitForEvent } from "../send.ts";
import { readTelnet } from "../telnet/protocol.ts";
import type { Outcome } from "./command.ts";
import { runCommand } from "./commands.ts";
import { DataConnection } from "./data.ts";
import { FACTS } from "./listings.ts";
import { createReply, formatReply, type Reply } from "./reply.ts";
import type { FtpServerState } from "./server-state.ts";
import type { Session } from "./session-state.ts";
import { isSecured, SessionTls } from "./tls.ts";

/** Maximum bytes of a command line, longer than any reasonable path. */
const MAX_LINE_BYTES = 4096;

/** Runs one FTP session over a connection. The returned function ends the session with 421. */
export function serveFtp(connection: Connection, world: FtpServerState): () => void {
  const { socket } = connection;
  const tls = world.tls && new SessionTls(world.tls);
  let control: Socket = socket;
  const data = new DataConnection(connection, world.dataTimeout);
  let transfer: Promise<void> | undefined;
  let over = false;

  function say(answer: Reply): void {
    if (!over && control.writable) control.write(formatReply(answer));
  }

  function end(farewell: Reply): void {
    if (over) return;
    over = true;
    data.close();
    closeGracefully(control, formatReply(farewell));
  }

  async function run(): Promise<void> {
    const session = createSession(connection, world, data);
    if (tls && world.tls?.implicit) await secure(session, tls);
    say(createReply(220, "anyurl embedded FTP server ready."));
    while ((await converse(session)) === "tls" && tls) await secure(session, tls);
  }

  /** "AUTH … removes any state associated with prior FTP Security commands", and the login (RFC 2228 §3). */
  async function secure(session: Session, tls: SessionTls): Promise<void> {
    Object.assign(session, { ...createSession(connection, world, data), secured: true });
    data.close();
    const secured = tls.control(socket);
    control = secured;
    if (!(await isSecured(secured))) throw new Error("the handshake failed");
  }

  /** Executes commands until the connection ends or TLS begins. */
  async function converse(session: Session): Promise<"tls" | "end"> {
    const reader = new LineReader(MAX_LINE_BYTES);
    for await (const octets of control.iterator({ destroyOnReturn: false })) {
      const lines = reader.read(octets);
      for (const line of lines) {
        if (over) return "end";
        connection.record(line);
        // Executes one command at a time; during a transfer only ABOR is accepted (RFC 959 §4.1.3).
        if (transfer !== undefined && isAbort(line)) data.close();
        await transfer;
        const outcome = await answerTo(line, session);
        if ("opening" in outcome) {
          say(createReply(150, outcome.opening));
          const carried = data.carry(outcome, session.protection === "P" ? tls : undefined);
          transfer = carried.then((answer) => {
            transfer = undefined;
            say(answer);
          });
        } else if (outcome.code === 221) {
          end(outcome);
          return "end";
        } else if (outcome.code === 234) {
          // Unencrypted data after AUTH can have been injected by a man in the middle.
          const isClean = lines.next().done && reader.rest() === undefined && control.readableLength === 0;
          if (!isClean) throw new Error("unexpected data before TLS");
          say(outcome);
          return "tls";
        } else say(outcome);
        // Wait here for a client that sends commands but never reads.
        if (control.writableNeedDrain && !(await waitForEvent(control, "drain"))) return "end";
      }
    }
    return "end";
    // "An unexpected close on the control connection will cause the server to take the effective action of an
    // abort (ABOR) and a logout (QUIT)" (RFC 959 §4.1.1): that is what happens to whatever leaves this loop.
  }

  async function answerTo(line: Line, session: Session): Promise<Outcome> {
    if (line.tooLong) return createReply(500, `A command line has at most ${MAX_LINE_BYTES} bytes.`);
    const { octets, refusals } = readTelnet(line.octets);
    if (refusals.length > 0) control.write(refusals);
    return runCommand(session, textOf(octets));
  }

  socket.setTimeout(world.idleTimeout, () => {
    if (transfer === undefined) end(createReply(421, "Idle for too long; closing control connection."));
  });
  socket.once("close", () => data.close());
  run()
    // The connection broke, or must be dropped.
    .catch(() => void control.destroy())
    .finally(() => {
      if (!over) closeGracefully(control);
      over = true;
    });
  return () => end(createReply(421, "Service shutting down; closing control connection."));
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
