import type { Socket } from "node:net";
import {
  bidFarewell,
  type Connection,
  type EmbeddedServer,
  type ListenOptions,
  startServer,
} from "./embedded-server.ts";
import { type Answer, answerTo, wireOf } from "./gopher-answer.ts";
import { errorLine } from "./gopher-menu.ts";
import { library } from "./library.ts";
import { type Line, LineReader } from "./line-reader.ts";
import { textOf } from "./name.ts";
import { sendAll } from "./send.ts";
import type { Folder } from "./tree.ts";

export interface GopherServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /**
   * Whether menus and texts end with a line "." and dots are doubled, as RFC 1436 has it. False: as some
   * servers do, texts are sent as they are stored, and the end of the connection is the end. Default true.
   */
  readonly lastline?: boolean;
  /** Milliseconds in which nothing happens until the connection is dropped. Default one minute. */
  readonly timeout?: number;
}

/** Octets of a request: RFC 1436 has selectors of 255, searches and Gopher+ add to that. */
const MAX_REQUEST = 4096;

/**
 * Starts a Gopher server (RFC 1436) on loopback: menus from folders, texts, octets, and a word search by the
 * selector "/search".
 *
 * @throws {RangeError} the host is no loopback address.
 */
export function startGopherServer(options: GopherServerOptions = {}): Promise<EmbeddedServer> {
  const root = options.root ?? library();
  const { lastline = true, timeout = 60_000 } = options;
  return startServer("gopher", options, (connection) => {
    const { socket } = connection;
    // Reset: a mere end would pass for the end of the document.
    const cut = (): void => void socket.resetAndDestroy();
    socket.setTimeout(timeout, cut);
    const here = { host: options.host ?? "127.0.0.1", port: socket.localPort ?? 70 };
    onRequest(connection, (line) => {
      const answer: Answer = line.tooLong
        ? { kind: "menu", lines: [errorLine(`A request has at most ${MAX_REQUEST} octets.`)] }
        : answerTo(textOf(line.octets), root, here);
      void send(socket, answer, lastline);
    });
    return cut;
  });
}

/** Calls back once, with the first line; whatever else comes is kept for `received` and means nothing. */
function onRequest({ socket, record }: Connection, answer: (line: Line) => void): void {
  const reader = new LineReader(MAX_REQUEST);
  let answered = false;
  function take(line: Line): void {
    record(line);
    if (!answered) answer(line);
    answered = true;
  }
  socket.on("data", (octets: Uint8Array) => {
    for (const line of reader.read(octets)) take(line);
  });
  socket.once("end", () => {
    const rest = reader.rest();
    if (rest !== undefined) take(rest);
    else if (!answered) socket.destroy();
  });
}

async function send(socket: Socket, answer: Answer, lastline: boolean): Promise<void> {
  if ((await sendAll(socket, wireOf(answer, lastline))) === "failed") socket.resetAndDestroy();
  bidFarewell(socket);
}
