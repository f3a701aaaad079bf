import type { Connection } from "./embedded-server.ts";
import { bidFarewell } from "./embedded-server.ts";
import { type Outcome, runCommand } from "./ftp-commands.ts";
import { DataPort } from "./ftp-data.ts";
import { FACTS, type Fact } from "./ftp-listings.ts";
import { formatReply, type Reply, reply } from "./ftp-reply.ts";
import type { World } from "./ftp-world.ts";
import { type Line, LineReader } from "./line-reader.ts";
import { textOf } from "./name.ts";
import { happens } from "./send.ts";
import { readTelnet } from "./telnet.ts";

/** What a session remembers between two commands. The commands write it. */
export interface Session {
  readonly world: World;
  readonly data: DataPort;
  /** "IPv4" or "IPv6": what EPSV calls 1 or 2. */
  readonly family: string;
  /** Where PASV says to connect, unless told otherwise. */
  readonly address: string;
  /** Given by USER, not yet confirmed by PASS. */
  user: string | undefined;
  loggedIn: boolean;
  cwd: readonly string[];
  /** RFC 959 §3.1.1: ASCII, which is the default, or image. */
  type: "A" | "I";
  /** Octets that the next transfer leaves out. It stands for one command only. */
  restart: number;
  /** The facts that MLSD gives: OPTS MLST may narrow them. */
  facts: readonly Fact[];
  /** After EPSV ALL nothing else may set up a data connection (RFC 2428 §3). */
  epsvOnly: boolean;
}

/** Octets of a command line: longer than any path that makes sense. */
const MAX_LINE = 4096;

/** Holds one FTP session over a connection. What it returns ends the session with 421. */
export function serveFtp(connection: Connection, world: World): () => void {
  const { socket } = connection;
  const data = new DataPort(connection, world.dataTimeout);
  let transfer: Promise<void> | undefined;
  let over = false;

  function say(answer: Reply): void {
    if (!over && socket.writable) socket.write(formatReply(answer));
  }

  function end(farewell: Reply): void {
    if (over) return;
    over = true;
    data.close();
    bidFarewell(socket, formatReply(farewell));
  }

  async function run(): Promise<void> {
    const session = newSession(connection, world, data);
    const reader = new LineReader(MAX_LINE);
    say(reply(220, "anyurl embedded FTP server ready."));
    for await (const octets of socket.iterator({ destroyOnReturn: false })) {
      for (const line of reader.read(octets)) {
        if (over) return;
        connection.record(line);
        // One command after the other; only ABOR is heard while a transfer runs (RFC 959 §4.1.3).
        if (transfer !== undefined && isAbort(line)) data.close();
        await transfer;
        const outcome = await answerTo(line, session);
        if ("chunks" in outcome) {
          say(reply(150, outcome.opening));
          transfer = data.send(outcome.chunks).then((answer) => {
            transfer = undefined;
            say(answer);
          });
        } else if (outcome.code === 221) {
          return end(outcome);
        } else say(outcome);
        // A client that asks and asks and never reads waits here.
        if (socket.writableNeedDrain && !(await happens(socket, "drain"))) return;
      }
    }
    // "An unexpected close on the control connection will cause the server to take the effective action of an
    // abort (ABOR) and a logout (QUIT)" (RFC 959 §4.1.1): that is what happens to whatever leaves this loop.
  }

  async function answerTo(line: Line, session: Session): Promise<Outcome> {
    if (line.tooLong) return reply(500, `A command line has at most ${MAX_LINE} octets.`);
    const { octets, refusals } = readTelnet(line.octets);
    if (refusals.length > 0) socket.write(refusals);
    return runCommand(session, textOf(octets));
  }

  socket.setTimeout(world.idleTimeout, () => {
    if (transfer === undefined) end(reply(421, "Idle for too long; closing control connection."));
  });
  socket.once("close", () => data.close());
  run()
    .catch(() => {}) // The connection broke.
    .finally(() => {
      if (!over) bidFarewell(socket);
      over = true;
    });
  return () => end(reply(421, "Service shutting down; closing control connection."));
}

function newSession({ socket }: Connection, world: World, data: DataPort): Session {
  return {
    world,
    data,
    family: socket.localFamily ?? "IPv4",
    address: world.passiveAddress ?? socket.localAddress ?? "127.0.0.1",
    user: undefined,
    loggedIn: false,
    cwd: [],
    type: "A",
    restart: 0,
    facts: FACTS,
    epsvOnly: false,
  };
}

function isAbort({ octets }: Line): boolean {
  // Clients put IAC IP and IAC DM before it, as the RFC tells them to.
  return textOf(readTelnet(octets).octets).toUpperCase() === "ABOR";
}
