import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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

/** Node's own `server.close` waits for connections that have never sent a request, and for kept ones. */
export function connectionsOf(server: Server): Connections {
  const open = new Set<Socket>();
  const answering = new Set<Socket>();
  let draining = false;
  server.on("connection", (socket: Socket) => {
    open.add(socket);
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
      });
    },
    async drain(grace) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) {
        if (!answering.has(socket)) socket.destroy();
      }
      const impatience = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, grace);
      await closed;
      clearTimeout(impatience);
    },
  };
}
