import { redact, type Url } from "@anyurl/core";
import { link } from "./link.ts";
import { LEAVE, withUrl } from "./paths.ts";
import type { Served } from "./served.ts";

/** Where a URL that a server has named may lead a visitor. */
export interface Href {
  /** A path of the gateway. Absent: the URL is text. */
  readonly href?: string;
  /** The path is a page that shows the target first. */
  readonly leaves?: boolean;
  /** The URL as it may be shown. */
  readonly url: string;
  /** Why there is no link. */
  readonly note?: string;
}

/** Makes the path of a link to a URL; signs it, where links are signed. */
export type Linker = (url: Url, path: string) => string | Promise<string>;

/** The web: browsers open it themselves, and a gateway is no way around that. */
const WEB: ReadonlySet<string> = new Set(["http", "https"]);

/** What a person sits at: shown, to be typed in elsewhere. */
const SESSIONS: ReadonlySet<string> = new Set(["telnet", "telnets", "tn3270"]);

/** Warnings of URLs that are not opened. */
const OBSTACLES: ReadonlySet<string> = new Set(["control-octet", "ambiguous-authority"]);

/**
 * Where a stranger's URL leads: to its link for a scheme that is served, to the page that shows where it goes for the
 * web and for sessions, and nowhere for anything else.
 */
export async function hrefOf(text: string, served: Served, linker: Linker): Promise<Href> {
  const url = redact(text);
  const result = served.registry.tryParse(text);
  if (!result.ok) return { url, note: "invalid URL" };
  const target: Url = result.url;
  if (target.userinfo !== undefined) return { url, note: "URL with credentials" };
  const obstacle = result.problems.find(({ code }) => OBSTACLES.has(code));
  if (obstacle !== undefined) return { url, note: obstacle.code };
  const { scheme } = target;
  if (WEB.has(scheme) || SESSIONS.has(scheme))
    return { url, href: await linker(target, withUrl(LEAVE, target.href)), leaves: true };
  if (served.opens(scheme)) return { url, href: await linker(target, link(target.href)) };
  return { url, note: `${scheme} URLs are not supported here` };
}

export function isWeb({ scheme }: Url): boolean {
  return WEB.has(scheme);
}

export function isSession({ scheme }: Url): boolean {
  return SESSIONS.has(scheme);
}
