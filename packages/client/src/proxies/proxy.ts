import { hostProblem, octetsOf, parse, parseLogin, type Url } from "@anyurl/core";

/**
 * How a proxy is spoken to. "socks5": names are looked up here, and it is given an approved address;
 * "socks5h": it looks names up by itself, as those of HTTP do.
 */
export type ProxyKind = "http" | "https" | "socks5" | "socks5h";

/** Who we are to a proxy. It goes to this very proxy, and nowhere else. */
export interface ProxyLogin {
  readonly user: string;
  readonly password: string;
}

/** A proxy as the user has named it. */
export interface ProxyServer {
  readonly kind: ProxyKind;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Not enumerable. */
  readonly login: ProxyLogin | undefined;
  /** As "socks5://proxy.example:1080": never with a login. */
  readonly shown: string;
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["socks5", 1080],
  ["socks5h", 1080],
]);

/**
 * Reads the URL of a proxy, as "http://user:password@proxy.example:3128".
 *
 * @throws {RangeError} it is none. The message has no login in it.
 */
export function parseProxyUrl(text: string): ProxyServer {
  const url = parsed(text);
  const { scheme, path, query, fragment } = url;
  // Not the text: where a login stands in what is no URL of a proxy, nobody can tell.
  const bad = (why: string) => new RangeError(`this names no proxy: ${why}`);
  const defaultPort = DEFAULT_PORTS.get(scheme);
  if (defaultPort === undefined) throw bad("it begins with http://, https://, socks5:// or socks5h://");
  if ((path !== "" && path !== "/") || query !== undefined || fragment !== undefined)
    throw bad("there is a host and a port in it, and no more");
  const problem =
    url.host === undefined || url.host === "" ? "it has no host" : hostProblem(url.host)?.message;
  if (problem !== undefined) throw bad(problem);
  const { user, password = "", hostname, port, host } = parseLogin(url, defaultPort);
  if (host.kind === "ipvfuture") throw bad("there is no such address");
  // Decoded, a name beyond ASCII has no A-labels here.
  const beyond = host.kind === "name" ? hostProblem(host.name) : undefined;
  if (beyond !== undefined) throw bad(beyond.message);
  if (port < 1 || port > 65_535) throw bad("a port is a number from 1 to 65535");
  const login = user === undefined || (user === "" && password === "") ? undefined : { user, password };
  const fault = login && loginFault(scheme, login);
  if (fault !== undefined) throw bad(fault);
  const proxy = { kind: scheme as ProxyKind, host: hostname, port, shown: shownOf(scheme, hostname, port) };
  // Whoever prints a proxy does not print this.
  return Object.freeze(Object.defineProperty(proxy, "login", { value: login })) as ProxyServer;
}

function parsed(text: string): Url {
  try {
    return parse(text);
  } catch {
    // What is wrong, and where, could be about a password.
    throw new RangeError('a proxy is named by a URL, as "http://proxy.example:3128"; this is none');
  }
}

/** What keeps a login from being sent: octets that would end something early, or lengths that are cut. */
function loginFault(scheme: string, { user, password }: ProxyLogin): string | undefined {
  if (/[\x00-\x1f\x7f]/.test(user + password)) return "its login has a control character in it";
  if (scheme.startsWith("http"))
    return user.includes(":") ? "a user name of HTTP has no colon in it (RFC 7617 §2)" : undefined;
  const lengths = [user, password].map((text) => octetsOf(text).length);
  return lengths.every((length) => length >= 1 && length <= 255)
    ? undefined
    : "SOCKS takes a user and a password of 1 to 255 octets each (RFC 1929 §2)";
}

function shownOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
