import { Refusal } from "./refusal.ts";

/**
 * Which page has made a browser send a request? By Fetch Metadata where there are any (a resource isolation policy): pages of
 * other sites may link to the gateway, and neither embed nor fetch what it serves. Browsers send these fields to
 * trustworthy origins only; elsewhere `Origin` and `Referer` tell, which the gateway's own pages make browsers send.
 *
 * @param publicUrl where the gateway is reached from outside: its origin is our own, too.
 * @returns whether the request may be a link on a page of another site. A program is not a browser, and follows none.
 * @throws {Refusal} foreign-form, cross-site.
 */
export function checkSite({ headers, method, url }: Request, publicUrl: string | undefined): boolean {
  const own = [authorityOf(url), authorityOf(publicUrl ?? "")];
  const isOwn = (other: string) => authorityOf(other) !== undefined && own.includes(authorityOf(other));
  const isForm = method === "POST";
  const origin = headers.get("origin");
  if (origin !== null && !isOwn(origin)) throw isForm ? foreignForm() : crossSite();
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return false;
    if (isForm) throw foreignForm();
    if (!isNavigation(headers)) throw crossSite();
    return true;
  }
  const referer = headers.get("referer");
  if (referer !== null) {
    if (isOwn(referer)) return false;
    if (isForm) throw foreignForm();
    return true;
  }
  return origin === null && BROWSER.test(headers.get("user-agent") ?? "");
}

/** What all browsers begin their `User-Agent` with, and pages cannot change. */
const BROWSER = /^Mozilla\//;

/** Destinations of a navigation within a page. */
const EMBEDDED: ReadonlySet<string | null> = new Set(["object", "embed", "iframe", "frame", "fencedframe"]);

/** Does a person follow a link? With `Sec-Purpose` the browser does so ahead of the person. */
function isNavigation(headers: Headers): boolean {
  return (
    headers.get("sec-fetch-mode") === "navigate" &&
    !EMBEDDED.has(headers.get("sec-fetch-dest")) &&
    !headers.has("sec-purpose")
  );
}

/** Host and port as browsers write them in `Host`, `Origin` and `Referer`: without a default port, in lower case. */
function authorityOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}

function foreignForm(): Refusal {
  return new Refusal({
    status: 403,
    code: "foreign-form",
    message: "this form was sent from a page of another origin",
  });
}

function crossSite(): Refusal {
  return new Refusal({
    status: 403,
    code: "cross-site",
    message: "a page of another site tried to embed or fetch this URL",
    hint: "use a link instead",
  });
}
