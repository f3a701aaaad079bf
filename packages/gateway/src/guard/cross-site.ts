import { GatewayError } from "./gateway-error.ts";

/**
 * Checks which page caused a request. With Fetch Metadata it applies a resource isolation policy: pages of other sites
 * may link to the gateway, but not embed or fetch what it serves. Browsers send these headers to trustworthy origins
 * only. Otherwise `Origin` and `Referer` decide, which browsers send for the gateway's own pages.
 *
 * @param publicUrl the external URL of the gateway. Its origin also counts as our own.
 * @returns whether the request may be a link on a page of another site. For a program this is always false.
 * @throws {GatewayError} foreign-form, cross-site.
 */
export function checkSite({ headers, method, url }: Request, publicUrl: string | undefined): boolean {
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
