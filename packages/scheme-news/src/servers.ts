import { AccessError, isAccessError, parse, parseLogin } from "@anyurl/core";
import { badOptionError, type NewsServer, type RawOptions } from "@anyurl/protocol-nntp/operations";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

/** The maximum number of servers. Each can take up to its timeout to fail. */
const MAX_SERVERS = 16;

/** Schemes in which a server can be written, with the default port, and whether TLS begins with the first byte. */
const SCHEMES: ReadonlyMap<string, { readonly port: number; readonly tls: boolean }> = new Map([
  ["nntp", { port: 119, tls: false }],
  ["news", { port: 119, tls: false }],
  ["nntps", { port: 563, tls: true }],
  ["snews", { port: 563, tls: true }],
]);

/**
 * Returns the server of the URL, or otherwise those of the option `servers`, in order.
 *
 * @throws {AccessError} missing-host: no server; bad-option.
 */
export function resolveServers(url: NewsUrl, { servers }: RawOptions): readonly NewsServer[] {
  const { scheme } = url;
  if (url.host !== undefined) {
    const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
    return [{ scheme, hostname, port, tls: scheme === "snews", login: { user, password } }];
  }
  const named = typeof servers === "string" ? servers.split(",") : servers;
  if (named === undefined) {
    throw new AccessError("missing-host", "no news server is set", {
      hint: "set the option servers, or name the server in the URL: news://SERVER/…",
    });
  }
  if (!Array.isArray(named) || named.length === 0 || named.length > MAX_SERVERS) throw serversError();
  return named.map((server: unknown) => parseServer(server, url));
}

/** Parses "news.example", "news.example:1119", "[::1]", "nntps://news.example". */
function parseServer(given: unknown, { scheme }: NewsUrl): NewsServer {
  if (typeof given !== "string") throw serversError();
  const text = given.trim();
  try {
    const url = parse(text.includes("://") ? text : `${scheme === "snews" ? "nntps" : "nntp"}://${text}`);
    const how = SCHEMES.get(url.scheme);
    const isServer = (url.path === "" || url.path === "/") && (url.query ?? url.fragment) === undefined;
    if (how === undefined || !isServer || (url.userinfo ?? "") !== "" || (url.host ?? "") === "")
      throw serversError();
    const { hostname, port } = parseLogin(url, how.port);
    if (port < 1 || port > 65_535) throw serversError();
    const login = { user: undefined, password: undefined };
    return { scheme, hostname, port, tls: how.tls || scheme === "snews", login };
  } catch (error) {
    throw isAccessError(error) ? error : serversError();
  }
}

function serversError(): AccessError {
  return badOptionError(
    "servers",
    `one to ${MAX_SERVERS} news servers, each a host, host:port or nntps://host, without a login`,
  );
}

/** Errors that concern one server only; another one may succeed. */
const PER_SERVER_ERRORS: ReadonlySet<string> = new Set([
  ...[
    "not-found",
    "no-such-host",
    "connect-failed",
    "timeout",
    "temporarily-unavailable",
    "permission-denied",
  ],
  ...[
    "auth-required",
    "auth-failed",
    "tls-required",
    "tls-failed",
    "protocol-error",
    "desync",
    "truncated",
    "unsupported",
  ],
  ...["host-blocked", "port-blocked", "too-large", "busy"],
]);

/**
 * Calls the function with each server until one succeeds. If all fail, throws the first error other than not-found.
 *
 * @throws {AccessError} not-found: no server has the resource; or that error.
 */
export async function tryServers<R>(
  servers: readonly NewsServer[],
  work: (server: NewsServer) => Promise<R>,
): Promise<R> {
  const failures: AccessError[] = [];
  for (const server of servers) {
    try {
      return await work(server);
    } catch (error) {
      if (!isAccessError(error) || !PER_SERVER_ERRORS.has(error.code)) throw error;
      failures.push(error);
    }
  }
  throw failures.find(({ code }) => code !== "not-found") ?? failures[0];
}

/** Does the same as {@link tryServers} for a sequence: once a server has yielded an item, the others are not tried. */
export async function* iterateServers<T>(
  servers: readonly NewsServer[],
  work: (server: NewsServer) => AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  const { first, rest } = await tryServers(servers, async (server) => {
    const things = work(server);
    return { first: await things.next(), rest: things };
  });
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
