/**
 * Where a page may lead: not to scripts, not to files, and not to schemes that have an item type of their
 * own.
 */
const ALLOWED: ReadonlySet<string> = new Set(["http", "https", "ftp", "mailto", "news"]);

/**
 * The page for a selector "URL:<url>". A client should follow the URL itself; one that asks the server
 * instead is told in HTML. `undefined`: no such selector, or a URL that leads nowhere good.
 */
export function redirectPage(selector: string): string | undefined {
  const rest = selector.startsWith("/") ? selector.slice(1) : selector;
  if (!rest.startsWith("URL:")) return undefined;
  const url = rest.slice("URL:".length);
  const scheme = url.slice(0, Math.max(0, url.indexOf(":"))).toLowerCase();
  if (!ALLOWED.has(scheme)) return undefined;
  const shown = escapeHtml(url);
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

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return Array.from(text, (char) => ENTITIES.get(char) ?? char).join("");
}
