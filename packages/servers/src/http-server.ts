import { createServer } from "node:http";
import { type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { answer } from "./http-answer.ts";
import { HttpStore } from "./http-store.ts";
import type { HttpCoding, HttpRedirection, HttpWorld } from "./http-world.ts";
import { library } from "./library.ts";
import { LineReader } from "./line-reader.ts";
import type { Folder } from "./tree.ts";

export interface HttpServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Paths, as they stand in a request, that lead elsewhere. Default: none. */
  readonly redirects?: Readonly<Record<string, HttpRedirection>>;
  /** Passwords, by user. With one or more, what lies below `private` takes a login. Default: none. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Default "/private/". */
  readonly private?: string;
  /** How a login is asked for. Default "basic". */
  readonly login?: "basic" | "digest";
  /** May PUT and DELETE change what is served? In memory, and for as long as the server runs. Default true. */
  readonly writable?: boolean;
  /** The content codings that texts are sent with, where they are accepted. Default: gzip, deflate and br. */
  readonly codings?: readonly HttpCoding[];
  /** May a part be asked for? Default true. */
  readonly ranges?: boolean;
  /** Milliseconds in which nothing happens until the connection is dropped. Default one minute. */
  readonly timeout?: number;
}

/** Octets of a line that is kept for `received`. */
const MAX_LINE: number = 8 * 1024;

/**
 * Starts an HTTP/1.1 server (RFC 9110, RFC 9112) on loopback: GET, HEAD, PUT, DELETE, and POST to "/echo", which gives
 * back what it is sent; ranges, conditions, content codings, redirects, Basic and Digest logins. A folder is shown by
 * its `index.html`, and else as a list of links.
 *
 * @throws {RangeError} the host is no loopback address.
 */
export function startHttpServer(options: HttpServerOptions = {}): Promise<EmbeddedServer> {
  const { timeout = 60_000 } = options;
  const world = worldOf(options);
  // It never listens: connections are handed to it.
  const http = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    answer(request, response, world).catch(() => response.destroy());
  });
  http.setTimeout(timeout);
  return startServer("http", options, ({ socket, record }) => {
    const reader = new LineReader(MAX_LINE);
    http.emit("connection", socket);
    // After that, or the parser would read the socket past whoever listens.
    socket.on("data", (octets: Uint8Array) => {
      for (const line of reader.read(octets)) record(line);
    });
    return () => void socket.destroy();
  });
}

function worldOf(options: HttpServerOptions): HttpWorld {
  return {
    store: new HttpStore(options.root ?? library()),
    redirects: new Map(Object.entries(options.redirects ?? {})),
    accounts: new Map(Object.entries(options.accounts ?? {})),
    private: options.private ?? "/private/",
    login: options.login ?? "basic",
    writable: options.writable ?? true,
    codings: options.codings ?? ["gzip", "deflate", "br"],
    ranges: options.ranges ?? true,
  };
}
