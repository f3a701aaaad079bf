import { escapeMarkup } from "@anyurl/core";

/** Schemes that a page can link to: no scripts, no files, and no schemes that have their own item type. */
const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "ftp", "mailto", "news"]);

/**
 * Creates the page for a selector "URL:<url>". A client should open the URL itself; a client that asks the server
 * instead gets an HTML page. Returns `undefined` for another selector, or for a URL that is not allowed.
 */
export function createRedirectPage(selector: string): string | undefined {
  const rest = selector.startsWith("/") ? selector.slice(1) : selector;
  if (!rest.startsWith("URL:")) return undefined;
  const url = rest.slice("URL:".length);
  const scheme = url.slice(0, Math.max(0, url.indexOf(":"))).toLowerCase();
  if (!ALLOWED_SCHEMES.has(scheme)) return undefined;
  const shown = escapeMarkup(url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="5; url=${shown}">
<title>Out of gopherspace</title>
</head>
<body>
<p>This link leads out of gopherspace, to <a href="${shown}">${shown}</a>.</p>
</body>
</html>
`;
}
