import { AccessError, parseLogin, removeDotSegments } from "@anyurl/core";
import { formatHttpAuthority, formatHttpHead, type HttpField, type HttpRequest } from "@anyurl/core/exchange";
import { ACCEPT_ENCODING } from "./codings.ts";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** HTTP methods of the operations (RFC 9110 §9.3). */
export const METHODS: ReadonlyMap<string, string> = new Map([
  ["get", "GET"],
  ["stat", "HEAD"],
  ["put", "PUT"],
  ["send", "POST"],
  ["list", "PROPFIND"],
  ["makeDirectory", "MKCOL"],
  ["remove", "DELETE"],
  ["request", "GET"],
]);

/** The default header fields of every request. */
export function createRequest(
  url: HttpUrl,
  method: string,
): Pick<HttpRequest, "endpoint" | "method" | "target" | "fields"> {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  return {
    endpoint: { host: hostname, port, tls: url.scheme === "https" },
    method,
    target: formatTarget(url),
    // `stat` reports the metadata of the unencoded resource, and responses to changes are not read.
    fields: method === "GET" ? GET_FIELDS : OTHER_FIELDS,
  };
}

const COMMON_FIELDS: readonly HttpField[] = [
  ["user-agent", "anyurl"],
  ["accept", "*/*"],
];
const GET_FIELDS: readonly HttpField[] = [...COMMON_FIELDS, ["accept-encoding", ACCEPT_ENCODING]];
const OTHER_FIELDS: readonly HttpField[] = [...COMMON_FIELDS, ["accept-encoding", "identity"]];

/** Returns the lines of the request header, as sent. */
export function formatHead(
  request: Omit<HttpRequest, "body"> & { readonly body?: unknown },
): readonly string[] {
  return formatHttpHead({ ...request, authority: formatHttpAuthority(request.endpoint) });
}

/** Rejects a URL with a user or password. @throws {AccessError} userinfo-not-allowed */
export function rejectUserinfo({ scheme, userinfo }: HttpUrl): void {
  if (userinfo === undefined) return;
  throw new AccessError("userinfo-not-allowed", `${scheme} URLs with a user or password are blocked`, {
    hint: 'remove everything up to the "@", or set the http option allowUserinfo to true',
  });
}

/**
 * Returns origin-form = absolute-path [ "?" query ]   (RFC 9112 §3.2.1)
 *
 * The target is sent as written, but without dot segments, including "%2e%2E" (RFC 3986 §2.3), because some servers
 * sign URLs byte by byte. Nothing is decoded, so no byte can appear that would end the line.
 */
function formatTarget({ path, query }: HttpUrl): string {
  const target = path === "" ? "/" : removeDotSegments(path, true);
  return query === undefined ? target : `${target}?${query}`;
}
