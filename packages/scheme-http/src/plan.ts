import { AccessError, octetsOf, type Plan } from "@anyurl/core";
import { type Exchange, type IdealPeer, planOf } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { headOf, methodOf, refuseUserinfo, requestOf } from "./request.ts";
import type { HttpUrl } from "./syntax.ts";

/**
 * What opening the URL would send, with no option set: the head of the request. No user, no password and no fragment.
 *
 * @throws {AccessError} userinfo-not-allowed; unsupported: an operation that HTTP has not.
 */
export function plan(url: HttpUrl, operation = "get"): Plan {
  const method = methodOf(operation);
  if (method === undefined) {
    throw new AccessError("unsupported", `${url.scheme} has no plan for "${operation}"`, {
      hint: 'plan "get", "stat", "put", "send" or "remove"',
    });
  }
  refuseUserinfo(url);
  return planOf(request(method, url), {
    operation,
    endpoint: requestOf(url, method).endpoint,
    parts: describe(url),
    peer,
    cite: "RFC 9112 §3",
  });
}

/** The lines of the request, each for itself, and where there is one, the body of the response. */
function* request(method: string, url: HttpUrl): Exchange<never> {
  // How long what is put there will be is not known before.
  const body = method === "PUT" || method === "POST";
  const lines = headOf({ ...requestOf(url, method), ...(body && { body }) });
  for (const [i, line] of [...lines, ""].entries()) {
    const octets = octetsOf(`${line}\r\n`);
    if (i === 0) yield { do: "send", octets, part: "path", cite: "RFC 9112 §3.2.1" };
    else if (i === 1) yield { do: "send", octets, part: "host", cite: "RFC 9110 §7.2" };
    else yield { do: "send", octets, cite: CITES.get(line.split(":", 1)[0]!) ?? "RFC 9110 §5" };
  }
  if (method === "GET") yield { do: "receive", phase: "body" };
}

const CITES: ReadonlyMap<string, string> = new Map([
  ["connection", "RFC 9110 §7.6.1"],
  ["user-agent", "RFC 9110 §10.1.5"],
  ["accept", "RFC 9110 §12.5.1"],
  ["accept-encoding", "RFC 9110 §12.5.3"],
  ["transfer-encoding", "RFC 9112 §6.1"],
  ["", "RFC 9112 §2.1"],
]);

/** It says nothing: what it answers is for whoever opens the URL. */
const peer: IdealPeer = () => undefined;
