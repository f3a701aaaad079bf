import { createServer, type Socket } from "node:net";
import type { Connection, ListenEndpoint, Listener } from "@anyurl/core/exchange";
import { peerOf } from "./hidden-reset.ts";
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
      const remote = peerOf(socket);
      if (remote.address !== peer) return void socket.destroy();
      server.close();
      resolve(createConnection(socket, { address: peer, port: remote.port ?? 0 }, maxBuffer));
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

function createConnection(socket: Socket, remote: Connection["remote"], maxBuffer: number): Connection {
  const connection = SocketConnection.reading(socket, remote, maxBuffer);
  socket.resume();
  return connection;
}
