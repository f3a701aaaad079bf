import { asciiLowerCase, formatIPv6, parseIPv6 } from "../syntax/host.ts";
import type { Remote } from "./connection.ts";
import type { HttpField, Source } from "./entity.ts";
import type { Framing } from "./framing.ts";
import type { Endpoint } from "./step.ts";

/** A request (RFC 9110 §3.4) as a scheme creates it. The sender adds `Host`. */
export interface HttpRequest {
  readonly endpoint: Endpoint & { readonly host: string };
  /** A token, for example "GET". */
  readonly method: string;
  /** The request target in origin form: path and query as in the URL, never a fragment. */
  readonly target: string;
  /** Names in lower case. Fields for the connection or the framing are not allowed: the sender adds them. */
  readonly fields: readonly HttpField[];
  readonly body?: Source;
  /** Size of the body in bytes, if known. */
  readonly length?: number;
  /** Do the fields contain a password or a token? The policy can require TLS for them. */
  readonly secret?: boolean;
  /** Names of fields whose values are never shown. */
  readonly hidden?: readonly string[];
}

/** How a response can end (RFC 9112 §6.3). */
export type HttpFraming = Extract<Framing, "length" | "chunked" | "close-notify" | "close">;

/** A final response (RFC 9110 §3.5). Interim responses were skipped. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. A value is text that preserves bytes. */
  readonly fields: readonly HttpField[];
  /**
   * The content, without transfer codings but with content codings. It ends without an error only if it is complete, and
   * then returns true. If you stop before the end, the connection is closed. Read a chunk before you request the next one,
   * which can be in the same memory.
   */
  readonly body: AsyncGenerator<Uint8Array, true, void>;
  /** How the end of the content is known. A response without content has the length 0. */
  readonly framing: HttpFraming;
  /** Returns the fields after the content, once it has ended (RFC 9110 §6.5). */
  readonly trailers?: () => readonly HttpField[];
  /**
   * If the head arrived before the body of the request was sent: resolves when it was sent. Reading or leaving the content
   * before ends the sending.
   *
   * @throws the error of the source. @throws {AccessError} truncated, timeout: the server does not read the rest.
   */
  readonly sent?: () => Promise<void>;
  /** The endpoint of the server. */
  readonly remote: Remote;
}

/** The parameters of a request head. */
export interface HttpHead extends Pick<HttpRequest, "method" | "target" | "fields" | "length"> {
  readonly authority: string;
  /** Does the request have a body? */
  readonly body?: unknown;
  /** Can another request follow on the same connection? Default false. */
  readonly keepAlive?: boolean;
}

/**
 * Returns the lines of a request head as they are sent, without CR LF and without the empty line (RFC 9112 §3): the
 * request line, the host, the connection, the fields, and then the framing of the content, if there is any.
 */
export function formatHttpHead(head: HttpHead): readonly string[] {
  const { method, target, authority, fields, body, length, keepAlive = false } = head;
  return [
    `${method} ${target} HTTP/1.1`,
    `host: ${authority}`,
    `connection: ${keepAlive ? "keep-alive" : "close"}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...formatFraming(method, body !== undefined, length),
  ];
}

/** Methods for which a request without content sends a Content-Length of 0 (RFC 9110 §8.6). */
const ANTICIPATES_CONTENT: ReadonlySet<string> = new Set(["PUT", "POST", "PATCH"]);

function formatFraming(method: string, hasBody: boolean, length: number | undefined): readonly string[] {
  if (!hasBody) return ANTICIPATES_CONTENT.has(method) ? ["content-length: 0"] : [];
  return [length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`];
}

/**
 * Returns the value of `Host` (RFC 9110 §7.2) in normal form: with the port unless it is the default, an IPv6 address
 * in brackets, and without its zone, which is valid on this machine only (RFC 6874 §4).
 */
export function formatHttpAuthority({ host, port, tls }: HttpRequest["endpoint"]): string {
  const octets = parseIPv6(host.replace(/%.*$/s, ""));
  const shown = octets === undefined ? asciiLowerCase(host) : `[${formatIPv6(octets)}]`;
  return port === (tls === true ? 443 : 80) ? shown : `${shown}:${port}`;
}
