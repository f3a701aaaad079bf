import type { TLSSocket } from "node:tls";

/** Resolves when TLS is connected. Removes its listeners. */
export function waitForTls(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  return new Promise((accept, reject) => {
    const settle = (done: () => void) => {
      signal.removeEventListener("abort", onAbort);
      socket.off("secureConnect", onUp).off("error", onError).off("close", onClose);
      done();
    };
    const onUp = () => settle(accept);
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () =>
      settle(() => reject(new Error("the connection was closed during the TLS handshake")));
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("secureConnect", onUp).once("error", onError).once("close", onClose);
  });
}
