import { AccessError, isAccessError, loginOf, parse } from "@anyurl/core";
import { badOption, type NewsServer, type RawOptions } from "@anyurl/protocol-nntp/operations";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

/** More servers than anybody reads news from: each may take its time to say no. */
const MAX_SERVERS = 16;

/** What a server may be written as; the port where none is named, and whether TLS is spoken from the first octet. */
const SCHEMES: ReadonlyMap<string, { readonly port: number; readonly tls: boolean }> = new Map([
  ["nntp", { port: 119, tls: false }],
  ["news", { port: 119, tls: false }],
  ["nntps", { port: 563, tls: true }],
  ["snews", { port: 563, tls: true }],
]);

/**
 * Where to ask: the server of the URL, and no other, or else those of the option `servers`, one after the other.
 *
 * @throws {AccessError} missing-host: there is none; bad-option.
 */
export function serversOf(url: NewsUrl, { servers }: RawOptions): readonly NewsServer[] {
  const { scheme } = url;
  if (url.host !== undefined) {
    const { hostname, port, user, password } = loginOf(url, DEFAULT_PORT[scheme]);
    return [{ scheme, hostname, port, tls: scheme === "snews", login: { user, password } }];
  }
  const named = typeof servers === "string" ? servers.split(",") : servers;
  if (named === undefined) {
    throw new AccessError("missing-host", "the URL names no news server, and none is set", {
      hint: "name one in the option servers, or in the URL: news://SERVER/…",
    });
  }
  if (!Array.isArray(named) || named.length === 0 || named.length > MAX_SERVERS) throw badServers();
  return named.map((server: unknown) => serverOf(server, url));
}

/** "news.example", "news.example:1119", "[::1]", "nntps://news.example". */
function serverOf(given: unknown, { scheme }: NewsUrl): NewsServer {
  if (typeof given !== "string") throw badServers();
  const text = given.trim();
  try {
    const url = parse(text.includes("://") ? text : `${scheme === "snews" ? "nntps" : "nntp"}://${text}`);
    const how = SCHEMES.get(url.scheme);
    const isServer = (url.path === "" || url.path === "/") && (url.query ?? url.fragment) === undefined;
    if (how === undefined || !isServer || (url.userinfo ?? "") !== "" || (url.host ?? "") === "")
      throw badServers();
    const { hostname, port } = loginOf(url, how.port);
    if (port < 1 || port > 65_535) throw badServers();
    const login = { user: undefined, password: undefined };
    return { scheme, hostname, port, tls: how.tls || scheme === "snews", login };
  } catch (error) {
    throw isAccessError(error) ? error : badServers();
  }
}

function badServers(): AccessError {
  return badOption(
    "servers",
    `one to ${MAX_SERVERS} news servers, each a host, host:port or nntps://host, without a login`,
  );
}

/** What one server says of itself alone: another one may do better. */
const ITS_OWN: ReadonlySet<string> = new Set([
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
 * Does it with the first server that can. Where none can: what stood in the way of the first one that did not merely
 * lack it.
 *
 * @throws {AccessError} not-found: none of them has it; or that.
 */
export async function withFirst<R>(
  servers: readonly NewsServer[],
  work: (server: NewsServer) => Promise<R>,
): Promise<R> {
  const failures: AccessError[] = [];
  for (const server of servers) {
    try {
      return await work(server);
    } catch (error) {
      if (!isAccessError(error) || !ITS_OWN.has(error.code)) throw error;
      failures.push(error);
    }
  }
  throw failures.find(({ code }) => code !== "not-found") ?? failures[0];
}

/** As {@link withFirst}, for one thing after the other: a server that has given one of them is the one. */
export async function* fromFirst<T>(
  servers: readonly NewsServer[],
  work: (server: NewsServer) => AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  const { first, rest } = await withFirst(servers, async (server) => {
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
