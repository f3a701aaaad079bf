import type { Socket } from "node:net";

/**
 * Before libuv 1.52, which Node 24 has, Linux's POLLHUP is taken for an end, although a reset causes it as well
 * (https://github.com/libuv/libuv/pull/4997).
 */
export const HIDES_RESETS: boolean =
  process.platform === "linux" && /^1\.(?:[0-9]|[1-4][0-9]|5[01])\./.test(process.versions.uv);

/**
 * Whether the "end" event of this socket hides a reset, where {@link HIDES_RESETS}: the system no longer knows the peer. It
 * does not know that of a connection either that both sides have ended, so the answer is false after an end of our side.
 */
export function hidesReset(socket: Socket): boolean {
  return !socket.writableEnded && !("encrypted" in socket) && peerOf(socket).address === undefined;
}

/** Asks the system for the peer. `remoteAddress` of a socket remembers the first answer, this does not. */
export function peerOf(socket: Socket): {
  readonly address: string | undefined;
  readonly port: number | undefined;
} {
  const { remoteAddress: address, remotePort: port } = Object.create(socket) as Socket;
  return { address, port };
}
