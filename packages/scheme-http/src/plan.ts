import { AccessError, octetsOf, type Plan } from "@anyurl/core";
import { createPlan, type Exchange, type HttpRequest, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { createRequest, findMethod, formatHead, rejectUserinfo } from "./request.ts";
import type { HttpUrl } from "./syntax.ts";

/**
 * Returns what opening the URL would send: the request header, without user, password, and fragment, and with no option
 * but `acceptEncoding`.
 *
 * @throws {AccessError} userinfo-not-allowed; unsupported: HTTP does not have the operation.
 */
export function plan(
  url: HttpUrl,
  operation = "get",
  { acceptEncoding }: { readonly acceptEncoding?: string | undefined } = {},
): Plan {
  const method = findMethod(operation);
  if (method === undefined) {
    throw new AccessError("unsupported", `cannot plan the ${url.scheme} operation "${operation}"`, {
      hint: 'use "get", "stat", "put", "send", "remove", or "request"',
    });
  }
  rejectUserinfo(url);
  return createPlan(planRequest(method, url, acceptEncoding), {
    operation,
    endpoint: createRequest(url, method).endpoint,
    parts: describe(url),
    peer: silentPeer,
    cite: "RFC 9112 §3",
  });
}

/** Yields each line of the request, and then receives the body of the response, if there is one. */
function* planRequest(method: string, url: HttpUrl, codings: string | undefined): Exchange<never> {
  // The size of the body is unknown in a plan.
  const body = method === "PUT" || method === "POST";
  const request = createRequest(url, method);
  const fields = codings === undefined || method !== "GET" ? request.fields : withCodings(request, codings);
  const lines = formatHead({ ...request, fields, ...(body && { body }) });
  for (const [i, line] of [...lines, ""].entries()) {
    const octets = octetsOf(`${line}\r\n`);
    if (i === 0) yield { do: "send", octets, part: "path", cite: "RFC 9112 §3.2.1" };
    else if (i === 1) yield { do: "send", octets, part: "host", cite: "RFC 9110 §7.2" };
    else yield { do: "send", octets, cite: CITES.get(line.split(":", 1)[0]!) ?? "RFC 9110 §5" };
  }
  if (method === "GET") yield { do: "receive", phase: "body" };
}

function withCodings({ fields }: Pick<HttpRequest, "fields">, codings: string): HttpRequest["fields"] {
  return fields.map(([name, value]) => [name, name === "accept-encoding" ? codings : value]);
}

const CITES: ReadonlyMap<string, string> = new Map([
  ["connection", "RFC 9110 §7.6.1"],
  ["user-agent", "RFC 9110 §10.1.5"],
  ["accept", "RFC 9110 §12.5.1"],
  ["accept-encoding", "RFC 9110 §12.5.3"],
  ["transfer-encoding", "RFC 9112 §6.1"],
  ["", "RFC 9112 §2.1"],
]);

/** The response is empty, because the plan covers only the request. */
const silentPeer: IdealPeer = () => undefined;
