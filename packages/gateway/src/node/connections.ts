import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "../guard/client-key.ts";

/** The connections of a server: how many, and which of them have a request that is being answered. */
export interface Connections {
  readonly size: number;
  /** To be called for each request. */
  began(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /**
   * Takes no new ones, closes those without a request now, and each other one after its answer. What is left after
   * `grace` milliseconds is cut. Resolves when there are none.
   */
  drain(grace: number): Promise<void>;
}

export interface ConnectionLimits {
  /** Connections at once. */
  readonly most: number;
  /** Connections of a client at once: of an address, or of a /64 of IPv6. */
  readonly mostPerClient: number;
  /** Is this the address of a proxy, which has the connections of many clients? */
  isProxy(address: string): boolean;
}

/**
 * Node's own `server.maxConnections` closes the newest connection, which may be a visitor's. Here a new connection takes the
 * place of the one that has waited longest for a complete request head: of its own client when that has its share, else
 * of all. Node's own `server.close` waits for connections that have never sent a request, and for kept ones.
 */
export function connectionsOf(
  server: Server,
  { most, mostPerClient, isProxy }: ConnectionLimits,
): Connections {
  /** Each with its client, in the order in which they were opened or last answered. */
  const open = new Map<Socket, string | undefined>();
  const answering = new Set<Socket>();
  let draining = false;
  /** Makes room for a connection of a client. Is there any? */
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
    const client = address === undefined || isProxy(address) ? undefined : clientKey(address);
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
    began({ socket }, outgoing) {
      answering.add(socket);
      if (draining) outgoing.setHeader("connection", "close");
      outgoing.once("close", () => {
        answering.delete(socket);
        if (draining) socket.destroySoon();
        // It waits for its next request from now on.
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
      const impatience = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, grace);
      await closed;
      clearTimeout(impatience);
    },
  };
}
