import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Connection, TransportEndpoint } from "@anyurl/core/exchange";
import { SocketConnection } from "./socket-connection.ts";

/** Octets that one read takes from the kernel. */
const READ_SIZE = 64 * 1024;

/**
 * Connects to this very address; resolves when TCP, and TLS where it is asked for, is up.
 *
 * @throws {TypeError} the endpoint is a name: whoever asks has looked it up, and checked the address.
 */
export async function connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection> {
  signal.throwIfAborted();
  const { address, port, tls, maxBuffer } = endpoint;
  if (isIP(address) === 0)
    throw new TypeError("a transport connects to addresses, and looks up no names by itself");
  let connection: SocketConnection | undefined;
  const options = {
    host: address,
    port,
    // The peer may have said all, and still listen.
    allowHalfOpen: true,
    noDelay: true,
    autoSelectFamily: false,
    onread: {
      buffer: new Uint8Array(READ_SIZE),
      callback: (length: number, buffer: Uint8Array) => connection?.take(buffer.slice(0, length)) ?? false,
    },
  };
  const socket =
    tls === undefined ? connectTcp(options) : connectTls({ ...options, ...tlsOptions(tls.serverName) });
  connection = new SocketConnection(socket, { address, port }, maxBuffer);
  try {
    await connected(socket, tls === undefined ? "connect" : "secureConnect", signal);
    connection.remote = { address: socket.remoteAddress ?? "", port: socket.remotePort ?? 0 };
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Certificates are verified, by Node's default; a name is sent only when it is one (RFC 6066 §3). */
function tlsOptions(serverName: string) {
  return { minVersion: "TLSv1.2" as const, ...(isIP(serverName) === 0 && { servername: serverName }) };
}

function connected(
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
