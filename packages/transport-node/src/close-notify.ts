import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { AccessError } from "@anyurl/core";

/**
 * Watches how TLS ends that is spoken over a stream. It is made before TLS begins to read the stream.
 *
 * Node tells neither a close_notify nor its absence: the TLS socket ends either way. But TLS reads the bytes of the stream as
 * soon as they come. So if the TLS socket has been told its end before the stream ends, a close_notify came; if it has not,
 * none came (RFC 8446 §6.1).
 */
export function watchEnd(stream: Duplex): {
  /** Begins to watch the TLS socket. */
  readonly watch: (socket: TLSSocket) => void;
  /** The TLS socket has ended: did the stream end without a close_notify? */
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
      // The event "end" would come too late: only when everything before it has been read.
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
