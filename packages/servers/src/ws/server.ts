import { createServer } from "node:http";
import { octetsOf } from "@anyurl/core";
import { type WebSocket, WebSocketServer } from "ws";
import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";

export interface WsServerOptions extends ListenOptions {
  /** The services by path. Default: "/echo" returns each message, "/tides" says three lines and closes. */
  readonly services?: Readonly<Record<string, WsService>>;
  /** Subprotocols that the server knows. Default none. */
  readonly protocols?: readonly string[];
  /** The status for other paths. Default 404. */
  readonly status?: number;
}

/** Serves one session. */
export type WsService = (socket: WebSocket) => void;

const SERVICES: Readonly<Record<string, WsService>> = {
  "/echo": (socket) => socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary })),
  "/tides": (socket) => {
    for (const line of ["high at 04:10", "low at 10:22", "high at 16:35"]) socket.send(line);
    socket.close(1000);
  },
};

/**
 * Starts a WebSocket server on loopback (RFC 6455). `received` has the lines of each handshake.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startWsServer(options: WsServerOptions = {}): Promise<EmbeddedServer> {
  const { services = SERVICES, protocols = [], status = 404 } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((name) => offered.has(name)) ?? false,
  });
  const http = createServer((_, response) => response.writeHead(426).end());
  const records = new WeakMap<object, (line: string) => void>();
  http.on("upgrade", (request, socket, head) => {
    const { rawHeaders, method, url = "", httpVersion } = request;
    const record = records.get(socket);
    record?.(`${method} ${url} HTTP/${httpVersion}`);
    for (let i = 0; i < rawHeaders.length; i += 2) record?.(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    record?.("");
    const path = url.replace(/\?.*$/, "");
    const service = lookUp(services, path);
    if (service !== undefined)
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        accepted.on("error", () => {});
        service(accepted);
      });
    else
      socket.end(
        `HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /echo\r\n\r\n`,
      );
  });
  return startServer("ws", options, ({ socket, record }) => {
    records.set(socket, (line) => record({ octets: octetsOf(line) }));
    socket.once("end", () => socket.destroySoon());
    http.emit("connection", socket);
    return () => void socket.destroySoon();
  });
}
