import { AccessError, loginOf, removeDotSegments } from "@anyurl/core";
import { type HttpField, type HttpRequest, httpAuthority, httpHead } from "@anyurl/core/exchange";
import { ACCEPT_ENCODING } from "./codings.ts";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** What is done with a URL, as HTTP has it (RFC 9110 §9.3). */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["get", "GET"],
  ["stat", "HEAD"],
  ["put", "PUT"],
  ["send", "POST"],
  ["remove", "DELETE"],
]);

/** `undefined`: HTTP has none for it. */
export function methodOf(operation: string): string | undefined {
  return METHODS.get(operation);
}

/** What every request begins with, and nobody has changed. */
export function requestOf(
  url: HttpUrl,
  method: string,
): Pick<HttpRequest, "endpoint" | "method" | "target" | "fields"> {
  const { hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  return {
    endpoint: { host: hostname, port, tls: url.scheme === "https" },
    method,
    target: requestTarget(url),
    fields: fieldsFor(method),
  };
}

/**
 * The fields that a request has by itself. Attributes are those of what a GET without a coding would give; what answers a
 * change is not read.
 */
function fieldsFor(method: string): readonly HttpField[] {
  return [
    ["user-agent", "anyurl"],
    ["accept", "*/*"],
    ["accept-encoding", method === "GET" ? ACCEPT_ENCODING : "identity"],
  ];
}

/** The lines of the head, as they are sent. */
export function headOf(request: Omit<HttpRequest, "body"> & { readonly body?: unknown }): readonly string[] {
  return httpHead({ ...request, authority: httpAuthority(request.endpoint) });
}

/** @throws {AccessError} userinfo-not-allowed */
export function refuseUserinfo({ scheme, userinfo }: HttpUrl): void {
  if (userinfo === undefined) return;
  throw new AccessError("userinfo-not-allowed", `${scheme} URLs with a user or password are not opened`, {
    hint: 'leave out everything up to the "@", and give the login when asked',
  });
}

/**
 * origin-form = absolute-path [ "?" query ]   (RFC 9112 §3.2.1)
 *
 * As it is written, but for the dot segments, "%2e%2E" among them (RFC 3986 §2.3): some servers sign URLs letter by
 * letter. Nothing is decoded, so no octet that could end the line comes into being.
 */
function requestTarget({ path, query }: HttpUrl): string {
  const target = path === "" ? "/" : removeDotSegments(path, true);
  return query === undefined ? target : `${target}?${query}`;
}
