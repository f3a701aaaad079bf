import { findObstacle } from "@anyurl/client/front";
import { redact, type Url } from "@anyurl/core";
import { formatLink } from "./link.ts";
import { EXTERNAL_LINK, pathWithUrl } from "./paths.ts";
import type { ServedSchemes } from "./served-schemes.ts";

/** The link for a URL that a server sent. */
export interface Href {
  /** A path of the gateway. If absent, the URL is shown as text. */
  readonly href?: string;
  /** The path is a page that shows the external target first. */
  readonly leaves?: boolean;
  /** The URL, redacted for display. */
  readonly url: string;
  /** Why there is no link. */
  readonly note?: string;
}

/** Returns the path of a link to a URL, signed if the gateway signs links. */
export type LinkBuilder = (url: Url, path: string) => string | Promise<string>;

/** The web. Browsers open these URLs themselves, so the gateway is not a proxy for them. */
const WEB_SCHEMES: ReadonlySet<string> = new Set(["http", "https"]);

/**
 * Resolves a URL from a server: to its link if the gateway supports the scheme, to the page for external targets if it
 * is a web or session URL, and to no link otherwise.
 */
export async function resolveHref(text: string, served: ServedSchemes, linker: LinkBuilder): Promise<Href> {
  const url = redact(text);
  const result = served.registry.tryParse(text);
  if (!result.ok) return { url, note: "invalid URL" };
  const target: Url = result.url;
  if (target.userinfo !== undefined) return { url, note: "URL with credentials" };
  const obstacle = findObstacle(result.problems);
  if (obstacle !== undefined) return { url, note: obstacle.code };
  const { scheme } = target;
  if (isWeb(target) || served.isSession(target))
    return { url, href: await linker(target, pathWithUrl(EXTERNAL_LINK, target.href)), leaves: true };
  if (served.opens(scheme)) return { url, href: await linker(target, formatLink(target.href)) };
  return { url, note: `${scheme} URLs are not supported here` };
}

export function isWeb({ scheme }: Url): boolean {
  return WEB_SCHEMES.has(scheme);
}
