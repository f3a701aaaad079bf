import { decodeText, type Registry, type Url } from "@anyurl/core";
import type { LinkBuilder } from "../hrefs.ts";
import { formatLink } from "../link.ts";
import type { Breadcrumb } from "../views.ts";

/** Schemes whose paths have segments, but no dot segments. */
const SEGMENTED_SCHEMES: ReadonlySet<string> = new Set(["nntp", "nntps", "wais"]);

/** Returns the breadcrumb from the root of the server to the URL, with links. Skips URLs that are not valid. */
export async function breadcrumbs(
  url: Url,
  registry: Registry,
  linker: LinkBuilder,
): Promise<readonly Breadcrumb[]> {
  const here = { text: pageTitle(url), href: await linker(url, formatLink(url.href)) };
  if (url.host === undefined) return [here];
  const root = url.href.slice(0, url.offsets.pathStart);
  const found: Breadcrumb[] = [{ text: url.host, href: `${root}/` }];
  const isSegmented = registry.scheme(url.scheme)?.hierarchical === true || SEGMENTED_SCHEMES.has(url.scheme);
  if (isSegmented) {
    const keepsSlash = !SEGMENTED_SCHEMES.has(url.scheme);
    for (let at = url.path.indexOf("/", 1); at > 0; at = url.path.indexOf("/", at + 1)) {
      const front = url.path.slice(0, at);
      found.push({ text: lastSegment(front), href: root + front + (keepsSlash ? "/" : "") });
    }
  }
  // WAIS search results are below their database.
  if (url.scheme === "wais" && url.query !== undefined)
    found.push({ text: lastSegment(url.path), href: root + url.path });
  const before: Breadcrumb[] = [];
  for (const { text, href } of found.slice(-MAX_BREADCRUMBS)) {
    const step = registry.tryParse(href);
    if (href !== url.href && step.ok) before.push({ text, href: await linker(step.url, formatLink(href)) });
  }
  return [...before, here];
}

/** Maximum number of breadcrumbs before the page itself. */
const MAX_BREADCRUMBS = 12;

/** Returns the title of a page: the name in the URL, the last segment of the path, the host, or the scheme. */
export function pageTitle(url: Url): string {
  const { name, selector, search, database } = (url.parts ?? {}) as Readonly<Record<string, unknown>>;
  const words = typeof search === "string" && search !== "" ? `“${search}” in ` : "";
  if (typeof name === "string" && name !== "") return name;
  if (typeof selector === "string" && selector !== "")
    return words + (lastNonEmptySegment(selector) || selector);
  if (typeof database === "string" && words !== "") return words + database;
  const segment = lastSegment(url.path);
  if (segment !== "") return words + segment;
  return url.host ?? url.scheme;
}

function lastSegment(path: string): string {
  return decodeText(lastNonEmptySegment(path));
}

/** Returns the text after the last "/" that is not at the end. */
function lastNonEmptySegment(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}
