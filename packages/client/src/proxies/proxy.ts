import { hostProblem, OptionValueError, octetsOf, parse, parseLogin, type Url } from "@anyurl/core";

/**
 * The protocol of a proxy. With "socks5", this client looks names up, and gives the proxy an approved address; with
 * "socks5h", the proxy looks names up itself, like an HTTP proxy.
 */
export type ProxyKind = "http" | "https" | "socks5" | "socks5h";

/** The login at a proxy. It is sent to this proxy only. */
export interface ProxyLogin {
  readonly user: string;
  readonly password: string;
}

/** A proxy as given by the user. */
export interface ProxyServer {
  readonly kind: ProxyKind;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Not enumerable. */
  readonly login: ProxyLogin | undefined;
  /** For example "socks5://proxy.example:1080": without the login. */
  readonly shown: string;
}

export function isHttpProxy({ kind }: ProxyServer): boolean {
  return kind === "http" || kind === "https";
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["socks5", 1080],
  ["socks5h", 1080],
]);

/**
 * Parses the URL of a proxy, such as "http://user:password@proxy.example:3128".
 *
 * @throws {OptionValueError} the URL is not valid for a proxy. The message never contains the login.
 */
export function parseProxyUrl(text: string): ProxyServer {
  const url = parsed(text);
  const { scheme, path, query, fragment } = url;
  // The message does not quote the text: in an invalid URL, the position of the login is unknown.
  const bad = (what: string) => new OptionValueError(`a proxy URL with ${what}`);
  const defaultPort = DEFAULT_PORTS.get(scheme);
  if (defaultPort === undefined) throw bad("http://, https://, socks5://, or socks5h://");
  if ((path !== "" && path !== "/") || query !== undefined || fragment !== undefined)
    throw bad("only a host and a port");
  const problem = url.host === undefined || url.host === "" ? "missing host" : hostProblem(url.host)?.message;
  if (problem !== undefined) throw bad(`a valid host (${problem})`);
  const { user, password = "", hostname, port, host } = parseLogin(url, defaultPort);
  if (host.kind === "ipvfuture") throw bad("a valid host (unsupported IP literal)");
  // A non-ASCII name after decoding: A-labels are not supported here.
  const beyond = host.kind === "name" ? hostProblem(host.name) : undefined;
  if (beyond !== undefined) throw bad(`a valid host (${beyond.message})`);
  if (port < 1 || port > 65_535) throw bad("a port from 1 to 65535");
  const login = user === undefined || (user === "" && password === "") ? undefined : { user, password };
  const fault = login && findLoginFault(scheme, login);
  if (fault !== undefined) throw bad(`a login that can be sent (${fault})`);
  const shown = `${scheme}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const proxy = { kind: scheme as ProxyKind, host: hostname, port, shown };
  // Not enumerable, so that printing a proxy does not show its login.
  return Object.freeze(Object.defineProperty(proxy, "login", { value: login })) as ProxyServer;
}

function parsed(text: string): Url {
  try {
    return parse(text);
  } catch {
    // The parser's message could quote a part of the password.
    throw new OptionValueError('a URL such as "http://proxy.example:3128"');
  }
}

/** Checks that a login can be sent: no bytes that would end a field early, and no lengths that would be truncated. */
export function findLoginFault(kind: string, { user, password }: ProxyLogin): string | undefined {
  if (/[\x00-\x1f\x7f]/.test(user + password)) return "the login contains a control character";
  if (kind.startsWith("http"))
    return user.includes(":") ? "an HTTP user name cannot contain a colon (RFC 7617 §2)" : undefined;
  const lengths = [user, password].map((text) => octetsOf(text).length);
  return lengths.every((length) => length >= 1 && length <= 255)
    ? undefined
    : "a SOCKS user name and password must have 1 to 255 bytes each (RFC 1929 §2)";
}
