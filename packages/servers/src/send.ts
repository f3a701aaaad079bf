import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/** "lost": the peer went away, or the transfer was aborted. "failed": the document could not be made. */
export type Sent = "sent" | "lost" | "failed";

/** After so many octets other sockets get a turn, though this one would take more. */
const TURN: number = 1024 * 1024;

/** Sends everything and ends the connection's writing side, at the pace of the reader. */
export async function sendAll(socket: Socket, chunks: Iterable<Uint8Array>): Promise<Sent> {
  let turn = TURN;
  try {
    for (const chunk of chunks) {
      if (!socket.write(chunk) && !(await happens(socket, "drain"))) return "lost";
      turn -= chunk.length;
      if (turn > 0) continue;
      await setImmediate();
      turn = TURN;
    }
  } catch {
    return "failed";
  }
  if (!socket.writable) return "lost";
  socket.end();
  return (await happens(socket, "finish")) ? "sent" : "lost";
}

/** Resolves with true at the event, with false when the socket closes before. */
export function happens(socket: Socket, event: "drain" | "finish"): Promise<boolean> {
  if (socket.closed || socket.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const yes = (): void => settle(true);
    const no = (): void => settle(false);
    function settle(happened: boolean): void {
      socket.off(event, yes);
      socket.off("close", no);
      resolve(happened);
    }
    socket.once(event, yes);
    socket.once("close", no);
  });
}
