import { AccessError, createRedactor, displayText, type Limits, octetsOf, textOf } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { ProxyLogin } from "./proxy.ts";
import { ProxyReader } from "./reader.ts";
import { formatHostport, type Target } from "./target.ts";

/** Failures of a proxy that may pass. */
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Asks a proxy for a tunnel (RFC 9110 §9.3.6). What comes behind the head of its answer is the target's.
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
  const conceal = createRedactor([login?.password, login && basicOf(login)]);
  const init = { reply: conceal(displayText(statusLine)).slice(0, 500), replyCode: status };
  if (status === 407) {
    throw new AccessError(
      "proxy-auth-required",
      login === undefined ? "the proxy wants a login" : "the proxy does not take the login that it was given",
      { ...init, hint: 'put it into the URL of the proxy: "http://user:password@proxy.example:3128"' },
    );
  }
  throw new AccessError(
    "proxy-refused",
    `the proxy does not connect to port ${target.port}: it says ${status}`,
    {
      ...init,
      retryable: PASSING.has(status),
    },
  );
}

function requestHead(target: Target, login: ProxyLogin | undefined): Uint8Array {
  const hostport = formatHostport(target);
  const lines = [`CONNECT ${hostport} HTTP/1.1`, `Host: ${hostport}`];
  if (login !== undefined) lines.push(`Proxy-Authorization: Basic ${basicOf(login)}`);
  return octetsOf(`${lines.join("\r\n")}\r\n\r\n`);
}

/** base64(user-id ":" password)   (RFC 7617 §2) */
function basicOf({ user, password }: ProxyLogin): string {
  const octets = octetsOf(`${user}:${password}`);
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
}

/** Reads heads up to the one that is no interim answer (RFC 9110 §15.2), all of them within one limit. */
async function finalStatusLine(
  reader: ProxyReader,
  { maxLine, maxReply }: Pick<Limits, "maxLine" | "maxReply">,
): Promise<string> {
  let left = maxReply;
  const line = async () => {
    const octets = await reader.line(maxLine);
    left -= octets.length + 2;
    if (left >= 0) return textOf(octets);
    throw new AccessError("too-large", `the proxy has answered with a head of more than ${maxReply} octets`, {
      hint: "raise the limit maxReply",
    });
  };
  for (;;) {
    const statusLine = await line();
    if (!/^HTTP\/1\.[01] [1-5][0-9]{2}(?: .*)?$/s.test(statusLine)) throw notHttp(statusLine);
    for (;;) {
      const field = await line();
      if (field === "") break;
      // field-name ":"   (RFC 9112 §5); lines that go on with the one before are obsolete.
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/.test(field)) throw notHttp(field);
    }
    if (!/^.{9}1(?!01)/s.test(statusLine)) return statusLine;
  }
}

function notHttp(line: string): AccessError {
  return new AccessError("protocol-error", "what the proxy answers is no HTTP", {
    reply: displayText(line.slice(0, 500)),
    hint: "is it a SOCKS proxy, or no proxy at all?",
  });
}
