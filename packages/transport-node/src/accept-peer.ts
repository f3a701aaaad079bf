import { createServer, type Socket } from "node:net";
import type { Connection, ListenEndpoint, Listener } from "@anyurl/core/exchange";
import { SocketConnection } from "./socket-connection.ts";

/** Listens on an address of this machine for one connection from one peer. Closes connections from other addresses. */
export async function acceptPeer(
  { address, peer, maxBuffer }: ListenEndpoint,
  signal: AbortSignal,
): Promise<Listener> {
  signal.throwIfAborted();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  const come = new Promise<Connection>((resolve, reject) => {
    server.on("connection", (socket) => {
      if (socket.remoteAddress !== peer) return void socket.destroy();
      server.close();
      resolve(createConnection(socket, maxBuffer));
    });
    server.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // The caller may never wait for it.
  come.catch(() => {});
  let isTaken = false;
  const close = () => {
    server.close();
    // Close a connection that has arrived, unless the caller accepted it.
    if (!isTaken) come.then((connection) => connection.close()).catch(() => {});
  };
  signal.addEventListener("abort", close, { once: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: address, port: 0, exclusive: true }, resolve);
  });
  const { port } = server.address() as { readonly port: number };
  const accept = () => {
    isTaken = true;
    return come;
  };
  return { address, port, accept, close };
}

function createConnection(socket: Socket, maxBuffer: number): Connection {
  const remote = { address: socket.remoteAddress ?? "", port: socket.remotePort ?? 0 };
  const connection = SocketConnection.reading(socket, remote, maxBuffer);
  socket.resume();
  return connection;
}
