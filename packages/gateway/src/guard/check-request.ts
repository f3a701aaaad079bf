import type { Hosts } from "./hosts.ts";
import { Refusal } from "./refusal.ts";
import { isLoop } from "./via.ts";

/**
 * What is wrong with a request, whatever it asks for.
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

/** Forms are filled in on pages of the gateway, by somebody. */
function checkForm(headers: Headers, maxForm: number): void {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,12}$/.test(length)) throw lengthRequired();
  if (Number(length) > maxForm) throw formTooLarge(maxForm);
}

/** The authority of a request's URL, with a port always. */
export function hostOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const host = url.slice(start, url.indexOf("/", start));
  return /:\d+$/.test(host) ? host : `${host}:${url.startsWith("https:") ? 443 : 80}`;
}

function misdirected(): Refusal {
  return new Refusal({
    status: 421,
    code: "host-not-served",
    message: "this gateway does not go by that name",
    hint: "whoever runs it can name it in the option hosts",
  });
}

function methodNotAllowed(): Refusal {
  return new Refusal({
    status: 405,
    code: "method-not-allowed",
    message: "this gateway only reads",
    allow: "GET, HEAD",
  });
}

function loop(): Refusal {
  return new Refusal({
    status: 508,
    code: "gateway-loop",
    message: "this request has been here before, or has come over too many others",
  });
}

function lengthRequired(): Refusal {
  return new Refusal({ status: 411, code: "length-required", message: "a form comes with its length" });
}

function formTooLarge(maxForm: number): Refusal {
  return new Refusal({ status: 413, code: "too-large", message: `a form has at most ${maxForm} octets` });
}
