import { createServer, type Server, type Socket } from "node:net";

/** Creates a server that calls `serve` with each connection. */
export function createSocketServer(serve: (socket: Socket) => void): Server {
  return createServer(serve);
}

/** The options of a client that can connect to the server. */
export const CLIENT_OPTIONS = {};

/** How the servers in memory use TLS. */
export const SECURITY = {};
