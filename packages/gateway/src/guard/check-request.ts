import { GatewayError } from "./gateway-error.ts";
import type { GuardSettings } from "./guard-options.ts";
import type { Hosts } from "./hosts.ts";
import { isRequestLoop } from "./via.ts";

/** What a gateway accepts. */
export interface RequestRules extends Pick<GuardSettings, "maxForm" | "publicUrl"> {
  readonly hosts: Hosts;
  /** The name of the gateway in `Via`. */
  readonly name: string;
}

/**
 * Checks a request, independent of its target.
 *
 * @param host of the request URL, with its port.
 * @returns whether the request may be a link on a page of another site. For a program this is always false.
 * @throws {GatewayError} host-not-served, method-not-allowed, length-required, too-large, gateway-loop, foreign-form,
 *   cross-site.
 */
export function checkRequest(
  request: Request,
  host: string,
  { hosts, name, maxForm, publicUrl }: RequestRules,
): boolean {
  if (!hosts.serves(host)) throw new GatewayError("host-not-served");
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    if (method !== "POST") throw new GatewayError("method-not-allowed");
    checkForm(headers, maxForm);
  }
  const via = headers.get("via");
  if (via !== null && isRequestLoop(via, name)) throw new GatewayError("gateway-loop");
  return checkSite(request, publicUrl);
}

/** Checks the length of a form. */
function checkForm(headers: Headers, maxForm: number): void {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,12}$/.test(length)) throw new GatewayError("length-required");
  if (Number(length) > maxForm)
    throw new GatewayError("too-large", { message: `the form exceeds the limit of ${maxForm} bytes` });
}

/**
 * Checks which page caused a request. With Fetch Metadata it applies a resource isolation policy: pages of other sites
 * may link to the gateway, but not embed or fetch what it serves. Browsers send these headers to trustworthy origins
 * only. Otherwise `Origin` and `Referer` decide, which browsers send for the gateway's own pages.
 *
 * @param publicUrl the external URL of the gateway. Its origin also counts as our own.
 * @returns whether the request may be a link on a page of another site. For a program this is always false.
 * @throws {GatewayError} foreign-form, cross-site.
 */
function checkSite({ headers, method, url }: Request, publicUrl: string | undefined): boolean {
  const own = [parseAuthority(url), parseAuthority(publicUrl ?? "")];
  const isOwn = (other: string) => parseAuthority(other) !== undefined && own.includes(parseAuthority(other));
  const isForm = method === "POST";
  const origin = headers.get("origin");
  if (origin !== null && !isOwn(origin))
    throw isForm ? new GatewayError("foreign-form") : new GatewayError("cross-site");
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return false;
    if (isForm) throw new GatewayError("foreign-form");
    if (!isNavigation(headers)) throw new GatewayError("cross-site");
    return true;
  }
  const referer = headers.get("referer");
  if (referer !== null) {
    if (isOwn(referer)) return false;
    if (isForm) throw new GatewayError("foreign-form");
    return true;
  }
  return origin === null && BROWSER_USER_AGENT.test(headers.get("user-agent") ?? "");
}

/** The beginning of `User-Agent` in all browsers. Pages cannot change it. */
const BROWSER_USER_AGENT = /^Mozilla\//;

/** Destinations of navigations inside a page. */
const EMBEDDED_DESTINATIONS: ReadonlySet<string | null> = new Set([
  "object",
  "embed",
  "iframe",
  "frame",
  "fencedframe",
]);

/** Does a user follow a link? With `Sec-Purpose` the browser prefetches it. */
function isNavigation(headers: Headers): boolean {
  return (
    headers.get("sec-fetch-mode") === "navigate" &&
    !EMBEDDED_DESTINATIONS.has(headers.get("sec-fetch-dest")) &&
    !headers.has("sec-purpose")
  );
}

/** Returns host and port as in `Host`, `Origin` and `Referer`: in lower case, without a default port. */
function parseAuthority(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}
