import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { resolveOptions } from "@anyurl/core";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type ClientInfo, type Guard, setSecurityHeaders } from "../guard/index.ts";
import { findClientAddress, isTrustedProxy, parseTrustedProxies } from "./client-address.ts";
import { type Connections, trackConnections } from "./connections.ts";
import { type ServeOptions, type ServeSettings, serveOptions } from "./serve-options.ts";

/** A gateway, as `createGateway` returns it. */
export interface ServableGateway {
  fetch(request: Request, caller?: ClientInfo): Promise<Response>;
  readonly guard?: Pick<Guard, "listening" | "drain" | "operations">;
}

export interface Serving extends AsyncDisposable {
  /** For example `http://127.0.0.1:8080/`. */
  readonly url: string;
  readonly port: number;
  /** The URL of the listener for health and metrics, if there is one. */
  readonly operationsUrl: string | undefined;
  /** Number of open connections. */
  readonly live: number;
  /** Accepts no new requests, waits for in-flight requests, then closes the remaining connections. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves a gateway over HTTP/1.1 without TLS; use a proxy in front for TLS. If a client does not read, the gateway does
 * not read from the origin server either.
 *
 * @throws {AccessError} bad-option. Rejects with the system error if it cannot listen.
 */
export async function serveGateway(gateway: ServableGateway, options: ServeOptions = {}): Promise<Serving> {
  const settings = resolveOptions(serveOptions, options);
  const { host, port, grace } = settings;
  const believed = parseTrustedProxies(settings.trustedProxies);
  const isProxy = (address: string) => isTrustedProxy(address, believed);
  const { server, connections } = createHttpServer(settings, isProxy, async (request, incoming, outgoing) => {
    const response = await gateway.fetch(request, createClientInfo(incoming, believed));
    // The framework sends content that is in memory.
    if (response.body === null || response.headers.has("content-length")) return response;
    return streamResponse(response, response.body, outgoing);
  });
  const { port: operationsPort, host: operationsHost } = settings.operations;
  const operations =
    operationsPort === undefined
      ? undefined
      : createHttpServer(settings, isProxy, async (request) => operationsResponse(gateway, request));
  const at = await listen(server, host, port);
  gateway.guard?.listening(at.port);
  let operationsAt: AddressInfo | undefined;
  if (operations !== undefined && operationsPort !== undefined) {
    try {
      operationsAt = await listen(operations.server, operationsHost, operationsPort);
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
      // Health reports "draining" until the end.
      await operations?.connections.drain(0);
    })();
    return closing;
  };
  return {
    url: formatUrl(at),
    port: at.port,
    operationsUrl: operationsAt && formatUrl(operationsAt),
    get live() {
      return connections.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Sends a streamed response at the pace of the client. If the content fails, it closes the connection, so that the client
 * can detect the truncation. The framework would also print the error.
 */
async function streamResponse(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  // The first bytes of the content may be late.
  outgoing.flushHeaders();
  await pipeline(body, outgoing).catch(() => {});
  return RESPONSE_ALREADY_SENT;
}

type RequestHandler = (
  request: Request,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<Response>;

interface Listener {
  readonly server: Server;
  readonly connections: Connections;
}

function createHttpServer(
  settings: ServeSettings,
  isProxy: (address: string) => boolean,
  answer: RequestHandler,
): Listener {
  const { maxHead, stall, maxConnections, maxConnectionsPerClient } = settings;
  // Node.js takes whole milliseconds only.
  const headTimeout = Math.ceil(settings.headTimeout);
  const keepAlive = Math.ceil(settings.keepAlive);
  // Do not replace the global Request and Response, because other code of the process uses them.
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
      // The body of a form has the same time again.
      requestTimeout: 2 * headTimeout,
      connectionsCheckingInterval: Math.min(1000, headTimeout),
      maxHeaderSize: maxHead,
      keepAliveTimeout: keepAlive,
      // The 400 response of Node.js for a missing Host has no security headers.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      connections.requestStarted(incoming, outgoing);
      void listener(incoming, outgoing);
    },
  );
  const connections = trackConnections(server, {
    maxConnections,
    maxPerClient: maxConnectionsPerClient,
    isProxy,
  });
  // Closes a connection after this time without a byte in either direction.
  server.timeout = stall;
  server.on("clientError", rejectRequest);
  return { server, connections };
}

/** Time for a client to read why its request was rejected, in milliseconds. */
const LINGER_MS = 1000;

/**
 * Answers an invalid request head with an error (RFC 9110 §15.5), then closes the connection. It does not wait for the
 * client to close its side, which may never happen.
 */
function rejectRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  // The response to an earlier error is being sent.
  if (socket.writableEnded) return;
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_ERROR.get(error.code ?? "") ?? "400 Bad Request";
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  const fields = Array.from(errorResponse(status).headers, ([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${fields.join("")}connection: close\r\n\r\n${formatErrorText(status)}`);
}

/** Does the request have exactly one `Host` (RFC 9112 §3.2)? With several, two parsers could see different hosts. */
function hasOneHost({ headersDistinct }: IncomingMessage): boolean {
  return headersDistinct["host"]?.length === 1;
}

/** Returns the response to a request that does not reach the gateway. @param status with its reason phrase. */
function errorResponse(status: string): Response {
  const text = formatErrorText(status);
  const headers = new Headers({ "content-type": "text/plain", "content-length": String(text.length) });
  setSecurityHeaders(headers, false);
  return new Response(text, { status: Number(status.slice(0, 3)), headers });
}

function formatErrorText(status: string): string {
  return `${status.slice(4).toLowerCase().replaceAll(" ", "-")}\n`;
}

const STATUS_BY_ERROR: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

function createClientInfo(
  incoming: IncomingMessage,
  believed: ReturnType<typeof parseTrustedProxies>,
): ClientInfo {
  const { remoteAddress } = incoming.socket;
  const forwarded = incoming.headers["x-forwarded-for"];
  return findClientAddress(
    remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    believed,
  );
}

function operationsResponse(gateway: ServableGateway, request: Request): Response {
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

function formatUrl({ address, port }: AddressInfo): string {
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}/`;
}
