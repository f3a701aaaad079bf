import { GatewayError } from "./gateway-error.ts";
import type { Hosts } from "./hosts.ts";
import { isRequestLoop } from "./via.ts";

/**
 * Checks a request, independent of its target.
 *
 * @throws {Refusal} host-not-served, method-not-allowed, length-required, too-large, gateway-loop.
 */
export function checkRequest(request: Request, hosts: Hosts, name: string, maxForm: number): void {
  if (!hosts.serves(requestHost(request.url))) throw unknownHostError();
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    if (method !== "POST") throw methodNotAllowedError();
    checkForm(headers, maxForm);
  }
  if (isRequestLoop(headers.get("via"), name)) throw requestLoopError();
}

/** Checks the length of a form. */
function checkForm(headers: Headers, maxForm: number): void {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,12}$/.test(length)) throw lengthRequiredError();
  if (Number(length) > maxForm) throw formTooLargeError(maxForm);
}

/** Returns the authority of a request URL, always with a port. */
export function requestHost(url: string): string {
  const start = url.indexOf("//") + 2;
  const host = url.slice(start, url.indexOf("/", start));
  return /:\d+$/.test(host) ? host : `${host}:${url.startsWith("https:") ? 443 : 80}`;
}

function unknownHostError(): GatewayError {
  return new GatewayError({
    status: 421,
    code: "host-not-served",
    message: "the gateway does not serve this host name",
    hint: "add the name to the option hosts",
  });
}

function methodNotAllowedError(): GatewayError {
  return new GatewayError({
    status: 405,
    code: "method-not-allowed",
    message: "the gateway is read-only",
    headers: { allow: "GET, HEAD" },
  });
}

function requestLoopError(): GatewayError {
  return new GatewayError({
    status: 508,
    code: "gateway-loop",
    message: "the request loops: it already passed this gateway, or it passed too many gateways",
  });
}

function lengthRequiredError(): GatewayError {
  return new GatewayError({
    status: 411,
    code: "length-required",
    message: "missing or invalid Content-Length",
  });
}

function formTooLargeError(maxForm: number): GatewayError {
  return new GatewayError({
    status: 413,
    code: "too-large",
    message: `the form exceeds the limit of ${maxForm} bytes`,
  });
}
