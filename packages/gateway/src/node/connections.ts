import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { toClientKey } from "../guard/client-key.ts";

/** Tracks the connections of a server, and which of them have an in-flight request. */
export interface Connections {
  readonly size: number;
  /** Must be called for each request. */
  requestStarted(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /**
   * Accepts no new connections, closes those without a request at once, and the others after their response. After
   * `grace` milliseconds it closes the rest. Resolves when all connections are closed.
   */
  drain(grace: number): Promise<void>;
}

export interface ConnectionLimits {
  /** Maximum number of connections. */
  readonly maxConnections: number;
  /** Maximum number of connections of a client: of an IPv4 address, or of an IPv6 /64. */
  readonly maxPerClient: number;
  /** Is this the address of a proxy, which has the connections of many clients? */
  isProxy(address: string): boolean;
}

/**
 * Tracks and limits the connections of a server. `server.maxConnections` of Node.js closes the newest connection, which
 * may be a visitor's. Here a new connection replaces the one that has waited longest for a complete request head: one
 * of the same client if that client is at its limit, otherwise one of all. `server.close` of Node.js waits for
 * connections that never sent a request, and for idle ones.
 */
export function trackConnections(
  server: Server,
  { maxConnections: most, maxPerClient: mostPerClient, isProxy }: ConnectionLimits,
): Connections {
  /** Open connections with their client, in the order of opening or of the last response. */
  const open = new Map<Socket, string | undefined>();
  const answering = new Set<Socket>();
  let draining = false;
  /** Makes room for a connection of a client. Returns false if that is not possible. */
  const makeRoom = (client: string | undefined): boolean => {
    let own = 0;
    let oldest: Socket | undefined;
    let oldestOwn: Socket | undefined;
    for (const [socket, owner] of open) {
      const isOwn = client !== undefined && owner === client;
      if (isOwn) own++;
      if (answering.has(socket)) continue;
      oldest ??= socket;
      if (isOwn) oldestOwn ??= socket;
    }
    const hasShare = own >= mostPerClient;
    if (!hasShare && open.size < most) return true;
    const victim = hasShare ? oldestOwn : oldest;
    if (victim === undefined) return false;
    open.delete(victim);
    victim.destroy();
    return true;
  };
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    const client = address === undefined || isProxy(address) ? undefined : toClientKey(address);
    if (!makeRoom(client)) {
      socket.destroy();
      return;
    }
    open.set(socket, client);
    socket.once("close", () => open.delete(socket));
  });
  return {
    get size() {
      return open.size;
    },
    requestStarted({ socket }, outgoing) {
      answering.add(socket);
      if (draining) outgoing.setHeader("connection", "close");
      outgoing.once("close", () => {
        answering.delete(socket);
        if (draining) socket.destroySoon();
        // Move to the end: it waits for its next request from now on.
        if (open.has(socket)) {
          const client = open.get(socket);
          open.delete(socket);
          open.set(socket, client);
        }
      });
    },
    async drain(grace) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open.keys()) {
        if (!answering.has(socket)) socket.destroy();
      }
      const closeTimer = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, grace);
      await closed;
      clearTimeout(closeTimer);
    },
  };
}
