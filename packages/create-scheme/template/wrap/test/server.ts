import { createServer, type Socket } from "node:net";
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

/** A server of the protocol in the README, for tests: documents by path, on the loopback interface. */
export interface XDemoServer extends AsyncDisposable {
  readonly port: number;
  /** Number of open connections. */
  readonly live: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** By path, for example "/poems/the%20tyger.txt". */
export type Documents = ReadonlyMap<string, Uint8Array>;

export async function startServer(documents: Documents): Promise<XDemoServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that disconnects early is not an error of the server.
    socket.on("error", () => {});
    serve(socket, documents);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    get live() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Params {
  readonly path: string;
}

function serve(socket: Socket, documents: Documents): void {
  const rpc = createMessageConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
  rpc.onError(() => socket.destroy());
  rpc.onRequest("read", ({ path }: Params) => {
    const document = documents.get(path);
    if (document !== undefined) return { data: Buffer.from(document).toString("base64") };
    const isDirectory = [...documents.keys()].some((other) =>
      other.startsWith(`${path.replace(/\/$/, "")}/`),
    );
    return isDirectory ? new ResponseError(405, "list it") : new ResponseError(404, "no such document");
  });
  // #if list
  rpc.onRequest("list", ({ path }: Params) => {
    const below = [...documents].filter(([name]) => name.startsWith(path));
    if (below.length === 0 && path !== "/") {
      const isDocument = documents.has(path.slice(0, -1));
      return isDocument ? new ResponseError(406, "a document") : new ResponseError(404, "no such directory");
    }
    const entries = new Map<string, object>();
    for (const [name, document] of below) {
      const [first = "", ...deeper] = name.slice(path.length).split("/").map(decodeURIComponent);
      const entry =
        deeper.length > 0
          ? { name: first, kind: "directory" }
          : { name: first, kind: "file", size: document.length };
      entries.set(first, entry);
    }
    return { entries: [...entries.values()] };
  });
  // #endif
  rpc.listen();
}
