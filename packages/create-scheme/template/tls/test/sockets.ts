import type { Server, Socket } from "node:net";
import { createServer } from "node:tls";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";

/** Creates a server that calls `serve` with each connection after its handshake. */
export function createSocketServer(serve: (socket: Socket) => void): Server {
  // A client that rejects the certificate is not an error of the server.
  return createServer(SELF_SIGNED, serve).on("tlsClientError", () => {});
}

/** The options of a client that can connect to the server: it trusts the certificate. */
export const CLIENT_OPTIONS = { tls: { ca: SELF_SIGNED.cert } } as const;

/** How the servers in memory use TLS: from the first byte. */
export const SECURITY = { tls: "implicit" } as const;
