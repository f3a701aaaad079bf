import type { Socket } from "node:net";
import { createSocketServer } from "./sockets.ts";

/** A server of the protocol in the README, for tests: documents by path, on the loopback interface. */
export interface XDemoServer extends AsyncDisposable {
  readonly port: number;
  /** The received command lines, without CR LF, one array per connection. */
  readonly received: readonly (readonly Uint8Array[])[];
  /** Number of open connections. */
  readonly live: number;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Documents = Map<string, Uint8Array>;

/** @param documents by path, for example "/poems/the%20tyger.txt"; a put adds a document, but replaces none. */
export async function startServer(documents: Documents): Promise<XDemoServer> {
  const received: Uint8Array[][] = [];
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    const lines: Uint8Array[] = [];
    received.push(lines);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that disconnects early is not an error of the server.
    socket.on("error", () => {});
    void answer(socket, documents, lines).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    received,
    get live() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(socket: Socket, documents: Documents, lines: Uint8Array[]): Promise<void> {
  const reader = readerOf(socket);
  const request = await reader.line();
  lines.push(request);
  const [verb, path = ""] = text(request).split(" ");
  if (verb === "GET") get(socket, documents, path);
  // #if list
  else if (verb === "LIST") list(socket, documents, path);
  // #endif
  // #if put
  else if (verb === "PUT") await put(socket, reader, { documents, path, lines });
  // #endif
  else socket.end("400 there is no such command\r\n");
}

function get(socket: Socket, documents: Documents, path: string): void {
  const document = documents.get(path);
  if (document === undefined) {
    const isDirectory = [...documents.keys()].some((other) =>
      other.startsWith(`${path.replace(/\/$/, "")}/`),
    );
    socket.end(isDirectory ? "405 list it\r\n" : "404 no such document\r\n");
    return;
  }
  socket.write(`200 ${document.length}\r\n`);
  for (let at = 0; at < document.length; at += 1000) {
    const chunk = document.subarray(at, at + 1000);
    socket.write(`${chunk.length}\r\n`);
    socket.write(chunk);
    socket.write("\r\n");
  }
  socket.end("0\r\n");
}
// #if list

function list(socket: Socket, documents: Documents, path: string): void {
  const below = [...documents].filter(([name]) => name.startsWith(path));
  if (below.length === 0 && path !== "/") {
    socket.end("404 no such directory\r\n");
    return;
  }
  const entries = new Set<string>();
  for (const [name, document] of below) {
    const [first = "", ...deeper] = name.slice(path.length).split("/");
    entries.add(deeper.length > 0 ? `d ${first}` : `f ${document.length} ${first}`);
  }
  socket.end(["200", ...entries, "."].map((line) => `${line}\r\n`).join(""));
}
// #endif
// #if put

interface Putting {
  readonly documents: Documents;
  readonly path: string;
  readonly lines: Uint8Array[];
}

async function put(socket: Socket, reader: Reader, { documents, path, lines }: Putting): Promise<void> {
  if (documents.has(path)) {
    socket.end("403 it is there already\r\n");
    return;
  }
  socket.write("300 send it\r\n");
  const chunks: Uint8Array[] = [];
  for (;;) {
    const line = await reader.line();
    const size = Number(text(line));
    if (size === 0) {
      lines.push(line);
      break;
    }
    chunks.push(await reader.octets(size));
    await reader.line();
  }
  documents.set(path, Buffer.concat(chunks));
  socket.end("200\r\n");
}
// #endif

interface Reader {
  /** Returns the next line, without CR LF. */
  line(): Promise<Uint8Array>;
  octets(count: number): Promise<Uint8Array>;
}

/** Reads what a client sends. @throws {Error} the client disconnected. */
function readerOf(socket: Socket): Reader {
  const pieces = socket[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async () => {
    const next = await pieces.next();
    if (next.done === true) throw new Error("the client disconnected");
    held = Buffer.concat([held, next.value]);
  };
  const octets = async (count: number) => {
    while (held.length < count) await more();
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    octets,
    async line() {
      while (!held.includes("\r\n")) await more();
      const taken = await octets(held.indexOf("\r\n") + 2);
      return taken.subarray(0, -2);
    },
  };
}

function text(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}
