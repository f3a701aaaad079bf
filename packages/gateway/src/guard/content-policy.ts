/** No script, nothing from elsewhere, no frame around it. The origin stays, or no form could be sent to it. */
const PAGE = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * Values of `Content-Security-Policy`. `page`: pages of the gateway. `home`: the one that draws while one types.
 * `document`: what others have written; it has no origin, no script and no form. `octets`: all other answers.
 */
export const CONTENT_POLICY: Readonly<Record<"page" | "home" | "document" | "octets", string>> = {
  page: [...PAGE, "sandbox allow-downloads allow-forms allow-same-origin"].join("; "),
  // With script and an origin there is still what it keeps out: windows, dialogs, downloads, the page above.
  home: [...PAGE, "script-src 'self'", "sandbox allow-forms allow-same-origin allow-scripts"].join("; "),
  document: [
    // Without an origin it is shown nothing of the gateway's: it is not to ask for it either.
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "sandbox allow-downloads",
  ].join("; "),
  octets: "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};

/** What an answer has unless it says something else itself. */
const USUAL: readonly (readonly [name: string, value: string])[] = [
  ["content-security-policy", CONTENT_POLICY.octets],
  ["cross-origin-resource-policy", "same-origin"],
];

/** What every answer has, whatever it says itself. */
const ALWAYS: readonly (readonly [name: string, value: string])[] = [
  ["x-content-type-options", "nosniff"],
  ["cross-origin-opener-policy", "same-origin"],
];

/** What asks for other things of the gateway: its own pages. */
const PAGES: ReadonlySet<string | null> = new Set([CONTENT_POLICY.page, CONTENT_POLICY.home]);

/**
 * No other server is told where a visitor comes from. The gateway is, by its own pages and redirects: so it tells their requests
 * from those of other people's pages where browsers send no Fetch Metadata, and a form of its own has an `Origin` (with
 * "no-referrer" that would be "null", Fetch §3.2).
 */
function referrerPolicy(headers: Headers): string {
  const isOwn = PAGES.has(headers.get("content-security-policy")) || headers.has("location");
  return isOwn ? "same-origin" : "no-referrer";
}

/** Types that a browser runs, or reads others into. */
const ACTIVE = /^(?:image\/svg|[a-z]{1,20}\/(?:[a-z0-9.-]{1,60}\+)?xml|text\/xsl)/i;

/** Sets the fields that keep what is served from acting on whoever reads it. @param robots may machines list it? */
export function setSecurityFields(headers: Headers, robots: boolean): void {
  for (const [name, value] of USUAL) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of ALWAYS) headers.set(name, value);
  headers.set("referrer-policy", referrerPolicy(headers));
  if (!robots) headers.set("x-robots-tag", "noindex, nofollow");
  // A stranger's type that slipped through is not run: it is saved.
  if (ACTIVE.test(headers.get("content-type") ?? "") && !headers.has("content-disposition"))
    headers.set("content-disposition", "attachment");
  headers.delete("set-cookie");
}
