import { AccessError, type AccessErrorInit, octetsOf } from "@anyurl/core";
import { type Connection, concat } from "@anyurl/core/exchange";
import type { ProxyLogin } from "./proxy.ts";
import { ProxyReader } from "./reader.ts";
import { type Target, toTargetHost } from "./target.ts";

const VERSION = 5;
/** Methods (RFC 1928 §3). */
const NO_AUTHENTICATION = 0;
const USERNAME_PASSWORD = 2;
const NO_ACCEPTABLE_METHODS = 0xff;
const CONNECT = 1;
/** Address types (RFC 1928 §4). */
const IPV4 = 1;
const DOMAINNAME = 3;
const IPV6 = 4;

/** Replies (RFC 1928 §6), and whether the failure may be temporary. */
const REPLIES: ReadonlyMap<number, readonly [message: string, retryable: boolean]> = new Map([
  [1, ["general failure", true]],
  [2, ["blocked by the proxy's rules", false]],
  [3, ["network unreachable", true]],
  [4, ["host unreachable", true]],
  [5, ["connection refused", true]],
  [6, ["TTL expired", true]],
  [7, ["the proxy does not support the CONNECT command", false]],
  [8, ["the proxy does not support this address type", false]],
]);

/**
 * Requests a connection from a SOCKS proxy (RFC 1928; RFC 1929 for a user with a password). Bytes after its reply
 * belong to the target.
 *
 * @throws {AccessError} proxy-auth-required, proxy-refused, protocol-error, connect-failed; bad-host.
 */
export async function connectBySocks5(
  connection: Connection,
  target: Target,
  login: ProxyLogin | undefined,
): Promise<Connection> {
  const request = concat(new Uint8Array([VERSION, CONNECT, 0]), encodeAddress(target));
  const reader = new ProxyReader(connection);
  await agreeOnMethod(connection, reader, login);
  await connection.send(request);
  const [version, reply] = await reader.octets(2);
  if (version !== VERSION) throw notSocks();
  // A proxy may send only these two bytes of a failure reply, without the address that should follow.
  if (reply !== 0) throw refused(reply!);
  const [reserved, kind] = await reader.octets(2);
  if (reserved !== 0) throw notSocks();
  await reader.octets((await readAddressLength(kind!, reader)) + 2);
  return reader.tunnel();
}

/** Negotiates the method, and sends the login only if the proxy selects the method for it. */
async function agreeOnMethod(
  connection: Connection,
  reader: ProxyReader,
  login: ProxyLogin | undefined,
): Promise<void> {
  const methods = login === undefined ? [NO_AUTHENTICATION] : [NO_AUTHENTICATION, USERNAME_PASSWORD];
  await connection.send(new Uint8Array([VERSION, methods.length, ...methods]));
  const [version, method] = await reader.octets(2);
  if (version !== VERSION) throw notSocks();
  if (method === NO_ACCEPTABLE_METHODS)
    throw authRequired(
      login === undefined
        ? "the proxy requires a login"
        : "the proxy accepts neither an anonymous client nor a user with a password",
    );
  if (!methods.includes(method!)) throw notSocks();
  if (method !== USERNAME_PASSWORD || login === undefined) return;
  const [user, password] = [octetsOf(login.user), octetsOf(login.password)];
  await connection.send(
    concat(new Uint8Array([1, ofOneOctet(user)]), user, new Uint8Array([ofOneOctet(password)]), password),
  );
  const [subversion, status] = await reader.octets(2);
  if (subversion !== 1) throw notSocks();
  if (status !== 0) throw authRequired("the proxy rejected the login");
}

/** ATYP DST.ADDR DST.PORT   (RFC 1928 §4) */
function encodeAddress({ host, port }: Target): Uint8Array {
  const portOctets = new Uint8Array([port >> 8, port & 0xff]);
  const target = toTargetHost(host);
  if ("octets" in target) {
    const { octets } = target;
    return concat(new Uint8Array([octets.length === 4 ? IPV4 : IPV6]), octets, portOctets);
  }
  const name = octetsOf(target.name);
  return concat(new Uint8Array([DOMAINNAME, ofOneOctet(name)]), name, portOctets);
}

/** Returns a length that fits into one byte. Longer fields are never truncated. */
function ofOneOctet(octets: Uint8Array): number {
  if (octets.length >= 1 && octets.length <= 255) return octets.length;
  throw new AccessError(
    "too-large",
    `a SOCKS field must have 1 to 255 bytes: this one would have ${octets.length}`,
  );
}

async function readAddressLength(kind: number, reader: ProxyReader): Promise<number> {
  if (kind === IPV4) return 4;
  if (kind === IPV6) return 16;
  if (kind !== DOMAINNAME) throw notSocks();
  return (await reader.octets(1))[0]!;
}

function refused(reply: number): AccessError {
  const [why, retryable] = REPLIES.get(reply) ?? [`unknown reply code ${reply}`, false];
  return new AccessError("proxy-refused", `the proxy cannot connect to the host: ${why}`, {
    replyCode: reply,
    retryable,
  });
}

function authRequired(message: string): AccessError {
  const init: AccessErrorInit = {
    hint: 'add the login to the proxy URL: "socks5://user:password@proxy.example:1080"',
  };
  return new AccessError("proxy-auth-required", message, init);
}

function notSocks(): AccessError {
  return new AccessError("protocol-error", "the proxy did not reply with a valid SOCKS 5 message", {
    hint: "check that this is a SOCKS proxy and not an HTTP proxy",
  });
}
