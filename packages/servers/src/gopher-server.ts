import type { Socket } from "node:net";
import {
  bidFarewell,
  type Connection,
  type EmbeddedServer,
  type ListenOptions,
  startServer,
} from "./embedded-server.ts";
import { type Answer, answerTo, type Framing, wireOf } from "./gopher-answer.ts";
import { errorLine, type Here } from "./gopher-menu.ts";
import { type GopherPlus, libraryPlus } from "./gopher-plus.ts";
import { announcesData, type GopherRequest, requestOf } from "./gopher-request.ts";
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
   * servers do, texts are sent as they are stored, and the end of the connection is the end. "umn": as the
   * server of the University of Minnesota did, texts as they are stored and a line "." behind them, even
   * behind those that Gopher+ has counted. Default true.
   */
  readonly lastline?: boolean | "umn";
  /**
   * What is told by Gopher+ beside what the documents are. False: the server knows nothing of it, and ignores
   * what Gopher+ adds to a request. Default: attributes and views, and in the library a form, too.
   */
  readonly plus?: GopherPlus | false;
  /** Milliseconds in which nothing happens until the connection is dropped. Default one minute. */
  readonly timeout?: number;
}

/** Octets of a request: RFC 1436 has selectors of 255, searches and Gopher+ add to that. */
const MAX_REQUEST = 4096;

/** Lines of a form's data. */
const MAX_DATA = 1000;

/**
 * Starts a Gopher server (RFC 1436) on loopback: menus from folders, texts, octets, and a word search by the
 * selector "/search". By Gopher+ it tells attributes, has views, and takes forms.
 *
 * @throws {RangeError} the host is no loopback address.
 */
export function startGopherServer(options: GopherServerOptions = {}): Promise<EmbeddedServer> {
  const root = options.root ?? library();
  const { timeout = 60_000, plus = options.root === undefined ? libraryPlus() : {} } = options;
  const framing = framingOf(options.lastline ?? true);
  return startServer("gopher", options, (connection) => {
    const { socket } = connection;
    // Reset: a mere end would pass for the end of the document.
    const cut = (): void => void socket.resetAndDestroy();
    socket.setTimeout(timeout, cut);
    const here: Here = {
      host: options.host ?? "127.0.0.1",
      port: socket.localPort ?? 70,
      plus: plus === false ? undefined : plus,
    };
    onRequest(connection, here.plus !== undefined, (request) => {
      const answer: Answer =
        typeof request === "string"
          ? { kind: "menu", lines: [errorLine(request)] }
          : answerTo(request, root, here, framing);
      void send(socket, answer, framing);
    });
    return cut;
  });
}

function framingOf(lastline: boolean | "umn"): Framing {
  if (lastline === "umn") return "umn";
  return lastline ? "lastline" : "stored";
}

/**
 * Calls back once, with the request, or with words about what is wrong with it; whatever else comes is kept
 * for `received` and means nothing.
 *
 * @param takesData wait for the data block of a form that a request announces? Only "+-1" ends one here.
 */
function onRequest(
  { socket, record }: Connection,
  takesData: boolean,
  answer: (request: GopherRequest | string) => void,
): void {
  const reader = new LineReader(MAX_REQUEST);
  const lines: string[] = [];
  let answered = false;
  function take(line: Line): void {
    record(line);
    if (answered) return;
    lines.push(textOf(line.octets));
    const request = line.tooLong
      ? `A request has at most ${MAX_REQUEST} octets.`
      : requestIn(lines, takesData);
    if (request !== undefined) settle(request);
  }
  function settle(request: GopherRequest | string): void {
    answered = true;
    answer(request);
  }
  socket.on("data", (octets: Uint8Array) => {
    for (const line of reader.read(octets)) take(line);
  });
  socket.once("end", () => {
    const rest = reader.rest();
    if (rest !== undefined) take(rest);
    if (!answered) socket.destroy();
  });
}

/** The request in the lines so far; `undefined`: more has to come. */
function requestIn(lines: readonly string[], takesData: boolean): GopherRequest | string | undefined {
  const [line = "", head, ...data] = lines;
  if (!takesData || !announcesData(line)) return requestOf(line, undefined);
  if (head === undefined) return undefined;
  if (head !== "+-1") return 'A form\'s data begin with "+-1" here.';
  if (data.length > MAX_DATA) return `A form's data have at most ${MAX_DATA} lines.`;
  if (data.at(-1) !== ".") return undefined;
  const values = data.slice(0, -1).map((value) => (value.startsWith("..") ? value.slice(1) : value));
  return requestOf(line, values);
}

async function send(socket: Socket, answer: Answer, framing: Framing): Promise<void> {
  if ((await sendAll(socket, wireOf(answer, framing))) === "failed") socket.resetAndDestroy();
  bidFarewell(socket);
}
