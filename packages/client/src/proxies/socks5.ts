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
/** Kinds of address (RFC 1928 §4), and how many octets each has. */
const IPV4 = 1;
const DOMAINNAME = 3;
const IPV6 = 4;

/** Replies (RFC 1928 §6), and whether what they say may pass. */
const REPLIES: ReadonlyMap<number, readonly [message: string, retryable: boolean]> = new Map([
  [1, ["it has failed in some way that it does not tell", true]],
  [2, ["its rules do not allow it", false]],
  [3, ["the network is not to be reached", true]],
  [4, ["the host is not to be reached", true]],
  [5, ["nothing listens there", true]],
  [6, ["the way was too long (TTL expired)", true]],
  [7, ["it does not know the command", false]],
  [8, ["it does not know this kind of address", false]],
]);

/**
 * Asks a SOCKS proxy for a connection (RFC 1928; RFC 1929 for a user with a password). What comes behind its
 * reply is the target's.
 *
 * @throws {AccessError} proxy-auth-required, proxy-refused, protocol-error, connect-failed; bad-host.
 */
export async function connectBySocks5(
  connection: Connection,
  target: Target,
  login: ProxyLogin | undefined,
): Promise<Connection> {
  const request = concat(new Uint8Array([VERSION, CONNECT, 0]), addressOf(target));
  const reader = new ProxyReader(connection);
  await agreeOnMethod(connection, reader, login);
  await connection.send(request);
  const [version, reply] = await reader.octets(2);
  if (version !== VERSION) throw notSocks();
  // A refusal may be all that is said, though a whole address should follow.
  if (reply !== 0) throw refused(reply!);
  const [reserved, kind] = await reader.octets(2);
  if (reserved !== 0) throw notSocks();
  await reader.octets((await lengthOf(kind!, reader)) + 2);
  return reader.tunnel();
}

/**
 * The first exchange of words, and the login where the proxy asks for it. It is sent to no proxy that does
 * not.
 */
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
      login === undefined ? "the proxy wants a login" : "the proxy takes neither nobody nor a user",
    );
  if (!methods.includes(method!)) throw notSocks();
  if (method !== USERNAME_PASSWORD || login === undefined) return;
  const [user, password] = [octetsOf(login.user), octetsOf(login.password)];
  await connection.send(
    concat(new Uint8Array([1, ofOneOctet(user)]), user, new Uint8Array([ofOneOctet(password)]), password),
  );
  const [subversion, status] = await reader.octets(2);
  if (subversion !== 1) throw notSocks();
  if (status !== 0) throw authRequired("the proxy does not take the login that it was given");
}

/** ATYP DST.ADDR DST.PORT   (RFC 1928 §4) */
function addressOf({ host, port }: Target): Uint8Array {
  const portOctets = new Uint8Array([port >> 8, port & 0xff]);
  const target = toTargetHost(host);
  if ("octets" in target) {
    const { octets } = target;
    return concat(new Uint8Array([octets.length === 4 ? IPV4 : IPV6]), octets, portOctets);
  }
  const name = octetsOf(target.name);
  return concat(new Uint8Array([DOMAINNAME, ofOneOctet(name)]), name, portOctets);
}

/** A length that one octet can say: never cut, never wrapped around. */
function ofOneOctet(octets: Uint8Array): number {
  if (octets.length >= 1 && octets.length <= 255) return octets.length;
  throw new AccessError(
    "too-large",
    `a field of SOCKS has 1 to 255 octets, and this one would have ${octets.length}`,
  );
}

async function lengthOf(kind: number, reader: ProxyReader): Promise<number> {
  if (kind === IPV4) return 4;
  if (kind === IPV6) return 16;
  if (kind !== DOMAINNAME) throw notSocks();
  return (await reader.octets(1))[0]!;
}

function refused(reply: number): AccessError {
  const [why, retryable] = REPLIES.get(reply) ?? [`its reply ${reply} is none that is known`, false];
  return new AccessError("proxy-refused", `the proxy does not connect us: ${why}`, {
    replyCode: reply,
    retryable,
  });
}

function authRequired(message: string): AccessError {
  const init: AccessErrorInit = {
    hint: 'put it into the URL of the proxy: "socks5://user:password@proxy.example:1080"',
  };
  return new AccessError("proxy-auth-required", message, init);
}

function notSocks(): AccessError {
  return new AccessError("protocol-error", "what the proxy answers is not SOCKS of version 5", {
    hint: "is it a proxy of HTTP, or no proxy at all?",
  });
}
