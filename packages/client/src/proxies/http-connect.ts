import {
  AccessError,
  createRedactor,
  displayText,
  encodeBase64,
  type Limits,
  octetsOf,
  textOf,
  tooLargeError,
} from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { ProxyLogin } from "./proxy.ts";
import { ProxyReader } from "./reader.ts";
import { formatHostport, type Target } from "./target.ts";

/** Statuses of temporary failures. */
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Requests a tunnel from an HTTP proxy (RFC 9110 §9.3.6). Bytes after the head of its response belong to the target.
 *
 * @throws {AccessError} proxy-auth-required, proxy-refused, protocol-error, too-large, connect-failed.
 */
export async function connectByHttp(
  connection: Connection,
  target: Target,
  login: ProxyLogin | undefined,
  limits: Pick<Limits, "maxLine" | "maxReply">,
): Promise<Connection> {
  await connection.send(requestHead(target, login));
  const reader = new ProxyReader(connection);
  const statusLine = await finalStatusLine(reader, limits);
  const status = Number(statusLine.slice(9, 12));
  if (status >= 200 && status < 300) return reader.tunnel();
  const conceal = createRedactor([login?.password, login && formatBasicCredentials(login)]);
  const reply = conceal(displayText(statusLine)).slice(0, 500);
  if (status === 407) throw proxyLoginError(login, reply);
  throw new AccessError(
    "proxy-refused",
    `the proxy cannot connect to port ${target.port}: it replied ${status}`,
    { reply, replyCode: status, retryable: PASSING.has(status) },
  );
}

/** The error for a response with the status 407. */
export function proxyLoginError(login: ProxyLogin | undefined, reply: string): AccessError {
  return new AccessError(
    "proxy-auth-required",
    login === undefined ? "the proxy requires a login" : "the proxy rejected the login",
    {
      reply,
      replyCode: 407,
      hint: 'add the login to the proxy URL: "http://user:password@proxy.example:3128"',
    },
  );
}

function requestHead(target: Target, login: ProxyLogin | undefined): Uint8Array {
  const hostport = formatHostport(target);
  const lines = [`CONNECT ${hostport} HTTP/1.1`, `Host: ${hostport}`];
  if (login !== undefined) lines.push(`Proxy-Authorization: ${formatProxyAuthorization(login)}`);
  return octetsOf(`${lines.join("\r\n")}\r\n\r\n`);
}

/** credentials of Basic   (RFC 7617 §2) */
export function formatProxyAuthorization(login: ProxyLogin): string {
  return `Basic ${formatBasicCredentials(login)}`;
}

/** base64(user-id ":" password)   (RFC 7617 §2) */
function formatBasicCredentials({ user, password }: ProxyLogin): string {
  return encodeBase64(octetsOf(`${user}:${password}`));
}

/**
 * Reads response heads up to the final one, skipping interim responses (RFC 9110 §15.2). One limit applies to all heads
 * together.
 */
async function finalStatusLine(
  reader: ProxyReader,
  { maxLine, maxReply }: Pick<Limits, "maxLine" | "maxReply">,
): Promise<string> {
  let left = maxReply;
  const line = async () => {
    const octets = await reader.line(maxLine);
    left -= octets.length + 2;
    if (left >= 0) return textOf(octets);
    throw tooLargeError(
      `the head of the proxy's response exceeds the limit of ${maxReply} bytes`,
      "maxReply",
    );
  };
  for (;;) {
    const statusLine = await line();
    if (!/^HTTP\/1\.[01] [1-5][0-9]{2}(?: .*)?$/s.test(statusLine)) throw notHttp(statusLine);
    for (;;) {
      const field = await line();
      if (field === "") break;
      // field-name ":" (RFC 9112 §5). Folded lines are obsolete, and are rejected.
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/.test(field)) throw notHttp(field);
    }
    if (!/^.{9}1(?!01)/s.test(statusLine)) return statusLine;
  }
}

function notHttp(line: string): AccessError {
  return new AccessError("protocol-error", "the proxy did not reply with a valid HTTP response", {
    reply: displayText(line.slice(0, 500)),
    hint: "check that this is an HTTP proxy and not a SOCKS proxy",
  });
}
