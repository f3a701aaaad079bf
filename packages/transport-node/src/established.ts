import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** Resolves when a socket is up: TCP at "connect", TLS at "secureConnect". Leaves no listener. */
export function established(
  socket: Socket | TLSSocket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<void> {
  return new Promise((accept, reject) => {
    const settle = (done: () => void) => {
      signal.removeEventListener("abort", onAbort);
      socket.off(event, onUp).off("error", onError).off("close", onClose);
      done();
    };
    const onUp = () => settle(accept);
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () =>
      settle(() => reject(new Error("the connection was closed while it was being made")));
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once(event, onUp).once("error", onError).once("close", onClose);
  });
}
