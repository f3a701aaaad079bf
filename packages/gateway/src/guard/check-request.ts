import { Refusal } from "./gateway-error.ts";
import type { Hosts } from "./hosts.ts";
import { isLoop } from "./via.ts";

/**
 * Checks a request, independent of its target.
 *
 * @throws {Refusal} host-not-served, method-not-allowed, length-required, too-large, gateway-loop.
 */
export function checkRequest(request: Request, hosts: Hosts, name: string, maxForm: number): void {
  if (!hosts.serves(hostOf(request.url))) throw misdirected();
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    if (method !== "POST") throw methodNotAllowed();
    checkForm(headers, maxForm);
  }
  if (isLoop(headers.get("via"), name)) throw loop();
}

/** Checks the length of a form. */
function checkForm(headers: Headers, maxForm: number): void {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,12}$/.test(length)) throw lengthRequired();
  if (Number(length) > maxForm) throw formTooLarge(maxForm);
}

/** Returns the authority of a request URL, always with a port. */
export function hostOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const host = url.slice(start, url.indexOf("/", start));
  return /:\d+$/.test(host) ? host : `${host}:${url.startsWith("https:") ? 443 : 80}`;
}

function misdirected(): Refusal {
  return new Refusal({
    status: 421,
    code: "host-not-served",
    message: "the gateway does not serve this host name",
    hint: "add the name to the option hosts",
  });
}

function methodNotAllowed(): Refusal {
  return new Refusal({
    status: 405,
    code: "method-not-allowed",
    message: "the gateway is read-only",
    allow: "GET, HEAD",
  });
}

function loop(): Refusal {
  return new Refusal({
    status: 508,
    code: "gateway-loop",
    message: "the request loops: it already passed this gateway, or it passed too many gateways",
  });
}

function lengthRequired(): Refusal {
  return new Refusal({ status: 411, code: "length-required", message: "missing or invalid Content-Length" });
}

function formTooLarge(maxForm: number): Refusal {
  return new Refusal({
    status: 413,
    code: "too-large",
    message: `the form exceeds the limit of ${maxForm} bytes`,
  });
}
