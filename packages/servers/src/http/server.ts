import { createServer } from "node:http";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import { LineReader } from "../line-reader.ts";
import type { Folder } from "../tree.ts";
import { answerRequest } from "./answer.ts";
import type { HttpCoding, HttpRedirection, HttpServerState } from "./server-state.ts";
import { HttpStore } from "./store.ts";

export interface HttpServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Redirects, by the path of a request. Default: none. */
  readonly redirects?: Readonly<Record<string, HttpRedirection>>;
  /** Passwords, by user. With at least one, everything below `private` requires a login. Default: none. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Default "/private/". */
  readonly private?: string;
  /** The authentication scheme. Default "basic". */
  readonly login?: "basic" | "digest";
  /** Whether PUT and DELETE are allowed. Changes stay in memory while the server runs. Default true. */
  readonly writable?: boolean;
  /**
   * Whether directories are collections of WebDAV (RFC 4918, class 1 without COPY and PROPPATCH): PROPFIND, and if
   * `writable`, MKCOL, MOVE, and DELETE of a directory with its contents. Default false.
   */
  readonly webdav?: boolean;
  /** The content codings of texts, if the client accepts them. Default: gzip, deflate and br. */
  readonly codings?: readonly HttpCoding[];
  /** Whether ranges are supported. Default true. */
  readonly ranges?: boolean;
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

export interface HttpServer extends EmbeddedServer {
  /** Returns a snapshot of the current tree. Later changes do not affect it. */
  tree(): Folder;
}

/** Maximum bytes of a line in `received`. */
const MAX_LINE_BYTES: number = 8 * 1024;

/**
 * Starts an HTTP/1.1 server (RFC 9110, RFC 9112) on loopback: GET, HEAD, PUT, DELETE, and POST to "/echo", which
 * returns the request body; ranges, conditions, content codings, redirects, Basic and Digest logins. A directory is
 * shown as its `index.html`, or else as a list of links.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startHttpServer(options: HttpServerOptions = {}): Promise<HttpServer> {
  const { timeout = 60_000 } = options;
  const world = createState(options);
  // This server never listens: it receives connections from the embedded server.
  const http = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    // Node sets a timer of up to one second for the date that it adds, which a test would wait for.
    response.setHeader("date", new Date().toUTCString());
    answerRequest(request, response, world).catch(() => response.destroy());
  });
  http.setTimeout(timeout);
  const server = await startServer("http", options, ({ socket, record }) => {
    const reader = new LineReader(MAX_LINE_BYTES);
    http.emit("connection", socket);
    // Listen after that; otherwise the parser would read the socket before the listener does.
    socket.on("data", (octets: Uint8Array) => {
      for (const line of reader.read(octets)) record(line);
    });
    return () => void socket.destroy();
  });
  return Object.assign(server, { tree: () => world.store.root });
}

function createState(options: HttpServerOptions): HttpServerState {
  return {
    store: new HttpStore(options.root ?? library()),
    redirects: new Map(Object.entries(options.redirects ?? {})),
    accounts: new Map(Object.entries(options.accounts ?? {})),
    private: options.private ?? "/private/",
    login: options.login ?? "basic",
    writable: options.writable ?? true,
    webdav: options.webdav ?? false,
    codings: options.codings ?? ["gzip", "deflate", "br"],
    ranges: options.ranges ?? true,
  };
}
