import type { Socket } from "node:net";
import { textOf } from "@anyurl/core";
import {
  type Connection,
  closeGracefully,
  type EmbeddedServer,
  type ListenOptions,
  startServer,
} from "../embedded-server.ts";
import { library } from "../library/library.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { resetSocket } from "../resets.ts";
import { sendAll } from "../send.ts";
import type { Folder } from "../tree.ts";
import { answerRequest, type Framing, formatResponse, type GopherResponse } from "./answer.ts";
import { formatErrorItem, type MenuServer } from "./menu.ts";
import { createLibraryPlus, type GopherPlus } from "./plus.ts";
import { announcesData, type GopherRequest, parseRequest } from "./request.ts";

export interface GopherServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /**
   * Whether menus and texts end with a line "." and dots are doubled, as RFC 1436 defines it. False: texts are sent
   * unchanged, and the end of the connection ends them, like some servers. "umn": texts are sent unchanged, with a line
   * "." after them, even after those with a Gopher+ byte count, like the server of the University of Minnesota. Default:
   * true.
   */
  readonly lastline?: boolean | "umn";
  /**
   * Gopher+ data, in addition to the documents. False: no support for Gopher+; its fields in a request are ignored.
   * Default: attributes and views, and in the library also a form.
   */
  readonly plus?: GopherPlus | false;
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

/** Maximum bytes of a request: RFC 1436 allows selectors of 255, searches and Gopher+ add to that. */
const MAX_REQUEST_BYTES = 4096;

/** Maximum lines of a form's data. */
const MAX_DATA_LINES = 1000;

/**
 * Starts a Gopher server (RFC 1436) on loopback: menus from directories, texts, binary documents, and a word search
 * with the selector "/search". Supports Gopher+ attributes, views, and forms.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startGopherServer(options: GopherServerOptions = {}): Promise<EmbeddedServer> {
  const root = options.root ?? library();
  const { timeout = 60_000, plus = options.root === undefined ? createLibraryPlus() : {} } = options;
  const framing = resolveFraming(options.lastline ?? true);
  return startServer("gopher", options, (connection) => {
    const { socket, reset } = connection;
    socket.setTimeout(timeout, reset);
    const here: MenuServer = {
      host: options.host ?? "127.0.0.1",
      port: socket.localPort ?? 70,
      plus: plus === false ? undefined : plus,
    };
    onRequest(connection, here.plus !== undefined, (request) => {
      const answer: GopherResponse =
        typeof request === "string"
          ? { kind: "menu", lines: [formatErrorItem(request)] }
          : answerRequest(request, root, here, framing);
      void sendResponse(socket, answer, framing);
    });
    return reset;
  });
}

function resolveFraming(lastline: boolean | "umn"): Framing {
  if (lastline === "umn") return "umn";
  return lastline ? "lastline" : "stored";
}

/**
 * Calls back once, with the request, or with an error message; later data is only kept for `received`.
 *
 * @param takesData wait for the data block of a form that a request announces? Only "+-1" ends one here.
 */
function onRequest(
  { socket, record }: Connection,
  takesData: boolean,
  answer: (request: GopherRequest | string) => void,
): void {
  const reader = new LineReader(MAX_REQUEST_BYTES);
  const lines: string[] = [];
  let answered = false;
  function take(line: Line): void {
    record(line);
    if (answered) return;
    lines.push(textOf(line.octets));
    const request = line.tooLong
      ? `A request has at most ${MAX_REQUEST_BYTES} bytes.`
      : readRequest(lines, takesData);
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

/** Parses the request in the lines so far; returns `undefined` if it is incomplete. */
function readRequest(lines: readonly string[], takesData: boolean): GopherRequest | string | undefined {
  const [line = "", head, ...data] = lines;
  if (!takesData || !announcesData(line)) return parseRequest(line, undefined);
  if (head === undefined) return undefined;
  if (head !== "+-1") return 'The data of a form must begin with "+-1" here.';
  if (data.length > MAX_DATA_LINES) return `The data of a form has at most ${MAX_DATA_LINES} lines.`;
  if (data.at(-1) !== ".") return undefined;
  const values = data.slice(0, -1).map((value) => (value.startsWith("..") ? value.slice(1) : value));
  return parseRequest(line, values);
}

async function sendResponse(socket: Socket, answer: GopherResponse, framing: Framing): Promise<void> {
  if ((await sendAll(socket, formatResponse(answer, framing))) === "failed") resetSocket(socket);
  closeGracefully(socket);
}
