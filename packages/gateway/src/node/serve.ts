import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Caller, type Delivery, type Guard, setSecurityFields } from "../guard/index.ts";
import { checkedCount } from "../guard/places.ts";
import { callerAddress, isBelieved, trustedProxies } from "./caller-address.ts";
import { type Connections, connectionsOf } from "./connections.ts";
import { send } from "./send.ts";

/** What is served: a gateway, as `createGateway` makes it. */
export interface Served {
  fetch(request: Request, caller?: Caller): Promise<Response>;
  readonly guard?: Pick<Guard, "listening" | "drain" | "operations">;
}

export interface ServeOptions {
  /** An address of this machine. Default "127.0.0.1". */
  readonly host?: string;
  /** Default 0: one that is free. */
  readonly port?: number;
  /** Addresses or blocks of proxies in front, whose `X-Forwarded-For` is believed. Default none. */
  readonly trustedProxies?: readonly string[];
  /** A listener for health and metrics alone. Default none. */
  readonly operations?: { readonly host?: string; readonly port: number };
  /** Milliseconds for the head of a request, from the connection's first octet or the last answer on. Default 10 s. */
  readonly headTimeout?: number;
  /** Octets of a head. Default 64 KiB: links are as long as the URLs they are made of. */
  readonly maxHead?: number;
  /** Milliseconds for which a connection without a request is kept. Default 5 s. */
  readonly keepAlive?: number;
  /** Milliseconds without a single octet taken by a client who is being sent some. Default 90 s. */
  readonly stall?: number;
  /**
   * Connections at once. When there are as many, a new one takes the place of the one that has waited longest for a
   * complete request head. Default 1024.
   */
  readonly maxConnections?: number;
  /** Connections of one client address (IPv6: of a /64) at once; trusted proxies are exempt. Default 64. */
  readonly maxConnectionsPerClient?: number;
  /** Milliseconds that requests have to come to their end when it closes. Default 10 s. */
  readonly grace?: number;
}

export interface Serving extends AsyncDisposable {
  /** `http://127.0.0.1:8080/` */
  readonly url: string;
  readonly port: number;
  /** Of health and metrics, where they have a listener of their own. */
  readonly operationsUrl: string | undefined;
  /** Connections that are open. */
  readonly live: number;
  /** Takes nothing new, waits for what is under way, and then cuts what is left. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves a gateway over HTTP/1.1, in the clear: TLS is for the proxy in front. What a client does not take is not read from
 * the server behind either.
 *
 * @throws {RangeError} an option that is none. Rejects with the system's error where it cannot listen.
 */
export async function serveGateway(gateway: Served, options: ServeOptions = {}): Promise<Serving> {
  const { host = "127.0.0.1", port = 0, grace = 10_000 } = options;
  checkedCount("grace", grace + 1);
  const believed = trustedProxies(options.trustedProxies ?? []);
  const isProxy = (address: string) => isBelieved(address, believed);
  const { server, connections } = httpServer(options, isProxy, async (request, incoming, outgoing) => {
    let delivery: Delivery | undefined;
    const observe = (given: Delivery) => {
      delivery = given;
    };
    const response = await gateway.fetch(request, { ...callerOf(incoming, believed), observe });
    // What is in memory is as well sent by the framework.
    if (delivery === undefined) return response;
    await send(response, outgoing, delivery);
    return RESPONSE_ALREADY_SENT;
  });
  const operations =
    options.operations && httpServer(options, isProxy, async (request) => operated(gateway, request));
  const at = await listen(server, host, port);
  gateway.guard?.listening(at.port);
  let operationsAt: AddressInfo | undefined;
  if (operations !== undefined && options.operations !== undefined) {
    try {
      operationsAt = await listen(
        operations.server,
        options.operations.host ?? "127.0.0.1",
        options.operations.port,
      );
    } catch (error) {
      server.close();
      throw error;
    }
  }
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      gateway.guard?.drain();
      await connections.drain(grace);
      // Health tells of it until the end.
      await operations?.connections.drain(0);
    })();
    return closing;
  };
  return {
    url: urlOf(at),
    port: at.port,
    operationsUrl: operationsAt && urlOf(operationsAt),
    get live() {
      return connections.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Answer = (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<Response>;

interface Listener {
  readonly server: Server;
  readonly connections: Connections;
}

function httpServer(options: ServeOptions, isProxy: (address: string) => boolean, answer: Answer): Listener {
  const { headTimeout = 10_000, maxHead = 64 * 1024, keepAlive = 5_000, stall = 90_000 } = options;
  const { maxConnections = 1024, maxConnectionsPerClient = 64 } = options;
  const counts = { headTimeout, maxHead, keepAlive, stall, maxConnections, maxConnectionsPerClient };
  for (const [name, value] of Object.entries(counts)) checkedCount(name, value);
  // Responses are this process's own: what others in it know as Request and Response stays what it is.
  const listener = getRequestListener(
    (request, { incoming, outgoing }) =>
      hasOneHost(incoming as IncomingMessage)
        ? answer(request, incoming as IncomingMessage, outgoing as ServerResponse)
        : errorResponse("400 Bad Request"),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) =>
        errorResponse(error instanceof RequestError ? "400 Bad Request" : "500 Internal Server Error"),
    },
  );
  const server = createServer(
    {
      headersTimeout: headTimeout,
      // A form has as long again.
      requestTimeout: 2 * headTimeout,
      connectionsCheckingInterval: Math.min(1000, headTimeout),
      maxHeaderSize: maxHead,
      keepAliveTimeout: keepAlive,
      // Node's own answer to a request without one has no security fields.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      connections.began(incoming, outgoing);
      void listener(incoming, outgoing);
    },
  );
  const connections = connectionsOf(server, {
    most: maxConnections,
    mostPerClient: maxConnectionsPerClient,
    isProxy,
  });
  // Counts from the last octet that was given or taken; the connection is closed then.
  server.timeout = stall;
  server.on("clientError", refuse);
  return { server, connections };
}

/** Milliseconds in which a client may read why its request was rejected. */
const LINGER_MS = 1000;

/**
 * Says what is wrong with a request head (RFC 9110 §15.5), then closes the connection. The client's end of a half-open
 * connection is not waited for: it may never come.
 */
function refuse(error: Error & { readonly code?: string }, socket: Socket): void {
  // The answer to an earlier error is on its way.
  if (socket.writableEnded) return;
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = STATUS.get(error.code ?? "") ?? "400 Bad Request";
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  const fields = Array.from(errorResponse(status).headers, ([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${fields.join("")}connection: close\r\n\r\n${errorText(status)}`);
}

/** RFC 9112 §3.2: a request without a single `Host` is rejected, for two readers could take it for two servers. */
function hasOneHost({ headersDistinct }: IncomingMessage): boolean {
  return headersDistinct["host"]?.length === 1;
}

/** What is sent to a request that does not get as far as the gateway. @param status with its reason phrase. */
function errorResponse(status: string): Response {
  const text = errorText(status);
  const headers = new Headers({ "content-type": "text/plain", "content-length": String(text.length) });
  setSecurityFields(headers, false);
  return new Response(text, { status: Number(status.slice(0, 3)), headers });
}

function errorText(status: string): string {
  return `${status.slice(4).toLowerCase().replaceAll(" ", "-")}\n`;
}

const STATUS: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

function callerOf(incoming: IncomingMessage, believed: ReturnType<typeof trustedProxies>): Caller {
  const { remoteAddress } = incoming.socket;
  const forwarded = incoming.headers["x-forwarded-for"];
  return callerAddress(remoteAddress, Array.isArray(forwarded) ? forwarded.join(",") : forwarded, believed);
}

function operated(gateway: Served, request: Request): Response {
  return gateway.guard?.operations(request) ?? new Response(null, { status: 404 });
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}/`;
}
