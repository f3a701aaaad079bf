import { AccessError, isAccessError, parseLogin, tryParse } from "@anyurl/core";
import type { NewsServer } from "@anyurl/protocol-nntp/operations";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

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
 * @throws {AccessError} missing-host: no server.
 */
export function resolveServers(
  url: NewsUrl,
  { servers }: { readonly servers: readonly string[] | undefined },
): readonly NewsServer[] {
  const { scheme } = url;
  if (url.host !== undefined) {
    const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
    return [{ scheme, hostname, port, tls: scheme === "snews", login: { user, password } }];
  }
  if (servers === undefined) {
    throw new AccessError("missing-host", "no news server is set", {
      hint: "set the option servers, or name the server in the URL: news://SERVER/…",
    });
  }
  return servers.map((server) => parseServer(server, scheme)!);
}

/** Is it the name of a server? It then has no login. */
export function isServer(text: string): boolean {
  return parseServer(text, "news") !== undefined;
}

/** Parses "news.example", "news.example:1119", "[::1]", "nntps://news.example". `undefined`: it is invalid. */
function parseServer(given: string, scheme: NewsUrl["scheme"]): NewsServer | undefined {
  const text = given.trim();
  const result = tryParse(text.includes("://") ? text : `${scheme === "snews" ? "nntps" : "nntp"}://${text}`);
  if (!result.ok) return undefined;
  const { url } = result;
  const how = SCHEMES.get(url.scheme);
  const hasNothingElse = (url.path === "" || url.path === "/") && (url.query ?? url.fragment) === undefined;
  if (how === undefined || !hasNothingElse || (url.userinfo ?? "") !== "" || (url.host ?? "") === "")
    return undefined;
  const { hostname, port } = parseLogin(url, how.port);
  if (port < 1 || port > 65_535) return undefined;
  const login = { user: undefined, password: undefined };
  return { scheme, hostname, port, tls: how.tls || scheme === "snews", login };
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
