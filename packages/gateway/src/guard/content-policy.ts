/** No scripts, no third-party resources, no framing. The page keeps its origin, because forms need it. */
const PAGE_DIRECTIVES = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * Values of `Content-Security-Policy`. `page`: pages of the gateway. `home`: the home page, which has a script.
 * `document`: third-party HTML, without origin, scripts and forms. `octets`: all other responses.
 */
export const CONTENT_POLICY: Readonly<Record<"page" | "home" | "document" | "octets", string>> = {
  page: [...PAGE_DIRECTIVES, "sandbox allow-downloads allow-forms allow-same-origin"].join("; "),
  // Even with scripts and an origin, the sandbox blocks windows, dialogs, downloads and access to the parent page.
  home: [...PAGE_DIRECTIVES, "script-src 'self'", "sandbox allow-forms allow-same-origin allow-scripts"].join(
    "; ",
  ),
  document: [
    // Without an origin it cannot read resources of the gateway, so it need not request them.
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // Only the gateway writes such URLs, for pictures of the same message.
    "img-src data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "sandbox allow-downloads",
  ].join("; "),
  octets: "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};

/** Default headers. A response can override them. */
const DEFAULT_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["content-security-policy", CONTENT_POLICY.octets],
  ["cross-origin-resource-policy", "same-origin"],
];

/** Headers of every response. A response cannot override them. */
const FIXED_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["x-content-type-options", "nosniff"],
  ["cross-origin-opener-policy", "same-origin"],
];

/** The policies of the gateway's own pages, which load other resources of the gateway. */
const OWN_PAGE_POLICIES: ReadonlySet<string | null> = new Set([CONTENT_POLICY.page, CONTENT_POLICY.home]);

/**
 * Returns the referrer policy. Other servers get no `Referer`. The gateway gets it from its own pages and redirects, to
 * recognize them if browsers send no Fetch Metadata. Its forms also need an `Origin` (with "no-referrer" that would be
 * "null", Fetch §3.2).
 */
function selectReferrerPolicy(headers: Headers): string {
  const isOwn = OWN_PAGE_POLICIES.has(headers.get("content-security-policy")) || headers.has("location");
  return isOwn ? "same-origin" : "no-referrer";
}

/** Types that a browser executes, or that can load other resources. */
const ACTIVE_TYPES = /^(?:image\/svg|[a-z]{1,20}\/(?:[a-z0-9.-]{1,60}\+)?xml|text\/xsl)/i;

/** Sets the security headers of a response. @param robots may search engines index it? */
export function setSecurityHeaders(headers: Headers, robots: boolean): void {
  for (const [name, value] of DEFAULT_HEADERS) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of FIXED_HEADERS) headers.set(name, value);
  headers.set("referrer-policy", selectReferrerPolicy(headers));
  if (!robots) headers.set("x-robots-tag", "noindex, nofollow");
  // Defense in depth: a third-party type that browsers could execute becomes a download.
  if (ACTIVE_TYPES.test(headers.get("content-type") ?? "") && !headers.has("content-disposition"))
    headers.set("content-disposition", "attachment");
  headers.delete("set-cookie");
}
