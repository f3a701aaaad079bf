import {
  AccessError,
  loginOf,
  normalizeAuthority,
  octetsOf,
  type Plan,
  removeDotSegments,
} from "@anyurl/core";
import { type Exchange, type IdealPeer, planOf } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** What a URL alone can ask for, as RFC 1738 §2 has it: the resource, or its attributes. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["get", "GET"],
  ["stat", "HEAD"],
]);

/**
 * What opening the URL would send, as far as the URL decides it: the request line and the host. No user, no password
 * and no fragment.
 *
 * @throws {AccessError} userinfo-not-allowed; unsupported: another operation than "get" and "stat".
 */
export function plan(url: HttpUrl, operation = "get"): Plan {
  const method = METHODS.get(operation);
  if (method === undefined) {
    throw new AccessError("unsupported", `${url.scheme} has no plan for "${operation}"`, {
      hint: 'plan "get" or "stat"',
    });
  }
  if (url.userinfo !== undefined) {
    throw new AccessError(
      "userinfo-not-allowed",
      `${url.scheme} URLs with a user or password are not opened`,
      {
        hint: 'leave out everything up to the "@"',
      },
    );
  }
  const defaultPort = DEFAULT_PORT[url.scheme];
  const { hostname, port } = loginOf(url, defaultPort);
  return planOf(request(method, url), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer,
    cite: "RFC 9112 §3",
  });
}

/** The request, and where there is one, its body. */
function* request(method: string, url: HttpUrl): Exchange<never> {
  const authority = normalizeAuthority(url, DEFAULT_PORT[url.scheme]);
  yield {
    do: "send",
    octets: octetsOf(`${method} ${requestTarget(url)} HTTP/1.1\r\n`),
    part: "path",
    cite: "RFC 9112 §3.2.1",
  };
  // A zone means something on this machine only (RFC 6874 §4).
  const host = authority.slice("//".length).replace(/%25[^\]]*/, "");
  yield { do: "send", octets: octetsOf(`Host: ${host}\r\n`), part: "host", cite: "RFC 9110 §7.2" };
  yield { do: "send", octets: octetsOf("\r\n"), cite: "RFC 9112 §2.1" };
  if (method !== "HEAD") yield { do: "receive", phase: "body" };
}

/**
 * origin-form = absolute-path [ "?" query ]   (RFC 9112 §3.2.1)
 *
 * As it is written, but for the dot segments, "%2e%2E" among them (RFC 3986 §2.3): some servers sign URLs letter by letter. Nothing is decoded, so no octet
 * that could end the line comes into being.
 */
function requestTarget({ path, query }: HttpUrl): string {
  const target = path === "" ? "/" : removeDotSegments(path, true);
  return query === undefined ? target : `${target}?${query}`;
}

/** It says nothing: what it answers is for whoever opens the URL. */
const peer: IdealPeer = () => undefined;
