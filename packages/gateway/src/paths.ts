import { formatLink } from "./link.ts";

// The gateway's own paths begin with "/_/". No link of a URL does, because a scheme cannot contain "_".

export const ABOUT = "/_/about";
/** `?url=`: a page that shows an external target before the visitor continues to it. */
export const EXTERNAL_LINK = "/_/leave";
/** `?url=` `&q=`: a search. */
export const SEARCH = "/_/search";
/** POST: the answers to a form of a server. */
export const FORM = "/_/form";

/** Prefixes that select the format of the response, regardless of `Accept`. */
const FORMAT_PREFIXES = {
  html: "/_/html",
  json: "/_/json",
  lines: "/_/lines",
  text: "/_/text",
  raw: "/_/raw",
} as const;

export type FormatName = keyof typeof FORMAT_PREFIXES;

/** Returns the link of a URL in one format. */
export function formatLinkAs(form: FormatName, url: string): string {
  return FORMAT_PREFIXES[form] + formatLink(url);
}

/** Returns the format that the prefix of a path selects, and the link after it. */
export function parseFormatPrefix(
  path: string,
): { readonly form: FormatName; readonly link: string } | undefined {
  for (const [form, prefix] of Object.entries(FORMAT_PREFIXES) as [FormatName, string][]) {
    if (path.startsWith(`${prefix}/`)) return { form, link: path.slice(prefix.length) };
  }
  return undefined;
}

/** Returns one of the gateway's own paths with a URL in its query. */
export function pathWithUrl(path: string, url: string): string {
  return `${path}?url=${encodeURIComponent(url)}`;
}
