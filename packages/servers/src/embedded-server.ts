import { type AddressInfo, createServer, isIPv4, type Server, type Socket } from "node:net";
import type { Line } from "./line-reader.ts";
import { resetSocket } from "./resets.ts";

/** A running server on loopback. */
export interface EmbeddedServer extends AsyncDisposable {
  /** "127.0.0.1", or the requested loopback address. */
  readonly host: string;
  readonly port: number;
  /** "ftp://127.0.0.1:40123": without a final slash. */
  readonly origin: string;
  /**
   * The lines received on each connection, in order, without CR LF (a line that ended in only LF keeps it), including
   * passwords. Lines longer than the server's limit are omitted. Nothing is added after 100 000 lines and connections.
   */
  readonly received: readonly (readonly Uint8Array[])[];
  /** Number of open sockets and passive listeners, without the server's own listener. 0 if nothing leaks. */
  readonly live: number;
  /** Ends every session and resolves when everything is closed. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** A loopback address, because the accounts are public. Default "127.0.0.1". */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
}

/** One control connection, as the server of a protocol uses it. */
export interface Connection {
  readonly socket: Socket;
  /** Adds a line, or a whole message, to {@link EmbeddedServer.received}. */
  record(received: Pick<Line, "octets"> & Partial<Line>): void;
  /** Counts a socket or a listener as live until it is closed; close() closes it. */
  track(resource: Socket | Server): void;
  /** Cuts the connection off: a normal close would look like the end of a document. */
  reset(): undefined;
}

/** Serves one connection. The returned function is called when the server shuts down. */
export type Serve = (connection: Connection) => () => void;

const MAX_CONNECTIONS = 512;
const MAX_RECORDED_LINES = 100_000;

/** Maximum milliseconds for a peer to read a farewell. */
const FAREWELL_TIMEOUT_MS = 500;

/**
 * Starts a server on loopback.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startServer(
  scheme: string,
  { host = "127.0.0.1", port = 0 }: ListenOptions,
  serve: Serve,
): Promise<EmbeddedServer> {
  checkLoopback(host);
  const received: Uint8Array[][] = [];
  let recorded = 0;
  const resources = new Set<Socket | Server>();
  const farewells = new Set<() => void>();

  // Half open: a peer that has ended its side can still receive a reply.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const lines: Uint8Array[] = [];
    if (recorded++ < MAX_RECORDED_LINES) received.push(lines);
    track(socket);
    const farewell = serve({
      socket,
      track,
      reset: () => void resetSocket(socket),
      record({ octets, bareLf = false, tooLong = false }) {
        if (tooLong || recorded++ >= MAX_RECORDED_LINES) return;
        lines.push(bareLf ? Uint8Array.of(...octets, 0x0a) : octets);
      },
    });
    farewells.add(farewell);
    socket.once("close", () => farewells.delete(farewell));
  });
  server.maxConnections = MAX_CONNECTIONS;

  function track(resource: Socket | Server): void {
    resources.add(resource);
    resource.once("close", () => resources.delete(resource));
    // A broken connection is not an error of the server: the "close" event follows and is handled.
    resource.on("error", () => {});
  }

  await listen(server, host, port);
  // Ignore a connection that cannot be accepted, for example because too many files are open.
  server.on("error", () => {});
  const bound = (server.address() as AddressInfo).port;
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= new Promise((resolve) => {
      server.close(() => void closeAll(resources).then(resolve));
      for (const farewell of farewells) farewell();
    });
    return closing;
  }

  return {
    host,
    port: bound,
    origin: formatOrigin(scheme, host, bound),
    received,
    get live() {
      return [...resources].filter(isOpen).length;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws {RangeError} the host is not a loopback address. */
export function checkLoopback(host: string): void {
  if (host !== "::1" && !(isIPv4(host) && host.startsWith("127.")))
    throw new RangeError("an embedded server listens on 127.0.0.0/8 or ::1 only");
}

/** Returns the URL of a server without a path. */
export function formatOrigin(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Sends the last bytes and closes when the peer does, or after half a second. An immediate close while data of the peer
 * is unread would reset the TCP connection, and the peer could lose the reply.
 */
export function closeGracefully(socket: Socket, octets?: Uint8Array): void {
  if (socket.destroyed) return;
  if (socket.writable && octets !== undefined) socket.write(octets);
  socket.end();
  socket.resume();
  const impatience = setTimeout(() => socket.destroy(), FAREWELL_TIMEOUT_MS);
  socket.once("close", () => clearTimeout(impatience));
  socket.once("end", () => socket.destroySoon());
  if (socket.readableEnded) socket.destroySoon();
}

export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** smtp-server removes the listeners of a socket when TLS begins, so its "close" event is not enough. */
function isOpen(resource: Socket | Server): boolean {
  return !("closed" in resource && resource.closed);
}

function forceClose(resource: Socket | Server): void {
  if ("destroy" in resource) resource.destroy();
  else resource.close();
}

async function closeAll(resources: ReadonlySet<Socket | Server>): Promise<void> {
  for (const resource of resources) {
    if (!isOpen(resource)) continue;
    forceClose(resource);
    await new Promise<void>((resolve) => resource.once("close", () => resolve()));
  }
}
