import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { AccessError } from "@anyurl/core";

/**
 * Watches how TLS over a stream ends. Call it before TLS begins to read the stream.
 *
 * Node reports neither a close_notify nor its absence: the TLS socket ends in both cases. But TLS reads the bytes of
 * the stream as soon as they arrive. So if the TLS socket receives its end before the stream ends, the peer sent a
 * close_notify; otherwise it did not (RFC 8446 §6.1).
 */
export function watchEnd(stream: Duplex): {
  /** Starts to watch the TLS socket. */
  readonly watch: (socket: TLSSocket) => void;
  /** Whether the stream ended without a close_notify. Call it after the TLS socket has ended. */
  readonly isCut: () => boolean;
} {
  let hasEnded = false;
  let isCut = false;
  stream.once("end", () => {
    isCut = !hasEnded;
  });
  return {
    isCut: () => isCut,
    watch: (socket) => {
      const push = socket.push.bind(socket);
      // The event "end" is too late: Node emits it only after everything before it has been read.
      socket.push = (chunk, encoding) => {
        if (chunk === null) hasEnded = true;
        return push(chunk, encoding);
      };
    },
  };
}

export function cutError(): AccessError {
  const message =
    "the server closed the connection without a TLS close_notify: the end of the data may be missing";
  return new AccessError("truncated", message, { retryable: true });
}
