import { GatewayError } from "./gateway-error.ts";
import type { Hosts } from "./hosts.ts";
import { isRequestLoop } from "./via.ts";

/**
 * Checks a request, independent of its target.
 *
 * @param host of the request URL, with its port.
 * @throws {GatewayError} host-not-served, method-not-allowed, length-required, too-large, gateway-loop.
 */
export function checkRequest(
  request: Request,
  host: string,
  hosts: Hosts,
  name: string,
  maxForm: number,
): void {
  if (!hosts.serves(host)) throw new GatewayError("host-not-served");
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    if (method !== "POST") throw new GatewayError("method-not-allowed");
    checkForm(headers, maxForm);
  }
  const via = headers.get("via");
  if (via !== null && isRequestLoop(via, name)) throw new GatewayError("gateway-loop");
}

/** Checks the length of a form. */
function checkForm(headers: Headers, maxForm: number): void {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,12}$/.test(length)) throw new GatewayError("length-required");
  if (Number(length) > maxForm)
    throw new GatewayError("too-large", { message: `the form exceeds the limit of ${maxForm} bytes` });
}
