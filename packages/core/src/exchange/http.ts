import { asciiLowerCase, formatIPv6, parseIPv6 } from "../host.ts";
import type { Remote } from "./context.ts";
import type { Framing } from "./framing.ts";
import type { Source } from "./operations.ts";
import type { Endpoint } from "./step.ts";

/** A field of a message, as [name, value]. Order counts, and so do two of one name. */
export type HttpField = readonly [name: string, value: string];

/** A request (RFC 9110 §3.4), as a scheme makes it. `Host` is written by whoever sends it. */
export interface HttpRequest {
  readonly endpoint: Endpoint & { readonly host: string };
  /** A token, as "GET". */
  readonly method: string;
  /** The request target in origin form: path and query as the URL has them, never a fragment. */
  readonly target: string;
  /** Names in lower case. None that rules the connection or the framing: those are written by whoever sends it. */
  readonly fields: readonly HttpField[];
  readonly body?: Source;
  /** Octets of the body, where they are known. */
  readonly length?: number;
  /** Is a password or a token among the fields? It may go over TLS alone, where the policy says so. */
  readonly secret?: boolean;
  /** Names of fields whose values nobody may see. */
  readonly hidden?: readonly string[];
}

/** How a response can end (RFC 9112 §6.3). */
export type HttpFraming = Extract<Framing, "length" | "chunked" | "close-notify" | "close">;

/** A final response (RFC 9110 §3.5). Interim ones have been read over. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. A value is text that keeps its octets. */
  readonly fields: readonly HttpField[];
  /**
   * The content: transfer codings are gone, content codings are not. It ends well only where it was whole. To leave
   * it before all of it has arrived closes the connection.
   */
  readonly body: AsyncGenerator<Uint8Array, void, void>;
  /** How the end of the content is known. A response without content has the length 0. */
  readonly framing: HttpFraming;
  /** Where it came from. */
  readonly remote: Remote;
}

/** What is written in front of a request's fields. */
export interface HttpHead extends Pick<HttpRequest, "method" | "target" | "fields" | "length"> {
  readonly authority: string;
  /** Does a body follow? */
  readonly body?: unknown;
  /** May another request follow on the same connection? Default false. */
  readonly keepAlive?: boolean;
}

/**
 * The lines of a request's head as they are sent, without CR LF and without the empty one (RFC 9112 §3): the request
 * line, the host, the connection, the fields, and then the framing of the content, if there is any.
 */
export function httpHead(head: HttpHead): readonly string[] {
  const { method, target, authority, fields, body, length, keepAlive = false } = head;
  return [
    `${method} ${target} HTTP/1.1`,
    `host: ${authority}`,
    `connection: ${keepAlive ? "keep-alive" : "close"}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...framing(method, body !== undefined, length),
  ];
}

/** Methods for which a request without content says so (RFC 9110 §8.6). */
const ANTICIPATES_CONTENT: ReadonlySet<string> = new Set(["PUT", "POST", "PATCH"]);

function framing(method: string, hasBody: boolean, length: number | undefined): readonly string[] {
  if (!hasBody) return ANTICIPATES_CONTENT.has(method) ? ["content-length: 0"] : [];
  return [length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`];
}

/**
 * The value of `Host` (RFC 9110 §7.2), in normal form: the port where it is not the scheme's own, an IPv6 address in
 * brackets, and never its zone, which means something on this machine only (RFC 6874 §4).
 */
export function httpAuthority({ host, port, tls }: HttpRequest["endpoint"]): string {
  const octets = parseIPv6(host.replace(/%.*$/s, ""));
  const shown = octets === undefined ? asciiLowerCase(host) : `[${formatIPv6(octets)}]`;
  return port === (tls === true ? 443 : 80) ? shown : `${shown}:${port}`;
}
