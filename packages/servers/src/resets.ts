import type { Socket } from "node:net";

/** libuv before 1.52, which Node 22 has, reports a reset together with data as an end (https://github.com/libuv/libuv/pull/4997). */
export const HIDES_RESETS: boolean = /^1\.(?:\d|[1-4]\d|5[01])\./.test(process.versions.uv);

/**
 * Whether a TCP socket that reports an end of the peer was reset: the system no longer knows the peer. Not after an end of our
 * own side.
 */
export function hidesReset(socket: Socket): boolean {
  return HIDES_RESETS && !socket.writableEnded && peerAddress(socket) === undefined;
}

/** Asks the system. `remoteAddress` of a socket remembers the first answer, this does not. */
export function peerAddress(socket: Socket): string | undefined {
  return (Object.create(socket) as Socket).remoteAddress;
}

/**
 * Resets a connection. One that is being shut down is closed: Node.js cannot reset it, and would neither close it nor tell
 * ("reset EINVAL").
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded && socket.writableLength === 0) socket.destroy();
  else socket.resetAndDestroy();
}
