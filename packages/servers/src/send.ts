import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/** "lost": the peer disconnected, or the transfer was aborted. "failed": the document could not be read. */
export type SendResult = "sent" | "lost" | "failed";

/** Bytes after which other sockets get a turn, even if this one could accept more. */
const MAX_TURN_BYTES: number = 1024 * 1024;

/** Sends everything at the reader's pace and ends the writing side of the connection. */
export async function sendAll(socket: Socket, chunks: Iterable<Uint8Array>): Promise<SendResult> {
  let turn = MAX_TURN_BYTES;
  try {
    for (const chunk of chunks) {
      if (!socket.write(chunk) && !(await waitForEvent(socket, "drain"))) return "lost";
      turn -= chunk.length;
      if (turn > 0) continue;
      await setImmediate();
      turn = MAX_TURN_BYTES;
    }
  } catch {
    return "failed";
  }
  if (!socket.writable) return "lost";
  socket.end();
  return (await waitForEvent(socket, "finish")) ? "sent" : "lost";
}

/** Resolves with true at the event, or with false if the socket closes first. */
export function waitForEvent(socket: Socket, event: "drain" | "finish"): Promise<boolean> {
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
