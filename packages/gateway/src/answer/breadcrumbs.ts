import { decodeText, type Url } from "@anyurl/core";
import type { LinkBuilder } from "../hrefs.ts";
import { formatLink } from "../link.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { Breadcrumb } from "../views.ts";
import { findSearchTerms } from "./search-forms.ts";

/** Returns the breadcrumb from the root of the server to the URL, with links. */
export async function breadcrumbs(
  url: Url,
  served: ServedSchemes,
  linker: LinkBuilder,
): Promise<readonly Breadcrumb[]> {
  const found: Breadcrumb[] = [];
  for (const above of served.ancestors(url).slice(-MAX_BREADCRUMBS)) {
    const text = lastSegment(above.path) || url.host!;
    found.push({ text, href: await linker(above, formatLink(above.href)) });
  }
  return [...found, { text: pageTitle(url, served), href: await linker(url, formatLink(url.href)) }];
}

/** Maximum number of breadcrumbs before the page itself. */
const MAX_BREADCRUMBS = 12;

/** Returns the title of a page: as the scheme says, or the last segment of the path, the host, or the scheme. */
export function pageTitle(url: Url, served: ServedSchemes): string {
  const view = served.view(url);
  const title = (view.title ?? "") || lastSegment(url.path);
  if (title === "") return url.host ?? url.scheme;
  const words = findSearchTerms(url, view) ?? "";
  return words === "" ? title : formatSearchTitle(words, title);
}

export function formatSearchTitle(words: string, title: string): string {
  return `“${words}” in ${title}`;
}

/** Returns the text after the last "/" that is not at the end, decoded. */
function lastSegment(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return decodeText(path.slice(path.lastIndexOf("/", end - 1) + 1, end));
}
