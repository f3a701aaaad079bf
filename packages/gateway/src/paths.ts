import { link } from "./link.ts";

// The gateway's own paths begin with "/_/". No link of a URL does, because a scheme cannot contain "_".

export const ABOUT = "/_/about";
/** `?url=`: a page that shows an external target before the visitor continues to it. */
export const LEAVE = "/_/leave";
/** `?url=` `&q=`: a search. */
export const SEARCH = "/_/search";
/** POST: the answers to a Gopher+ form. */
export const FORM = "/_/form";

/** Prefixes that select the format of the response, regardless of `Accept`. */
const FORMS = {
  html: "/_/html",
  json: "/_/json",
  lines: "/_/lines",
  text: "/_/text",
  raw: "/_/raw",
} as const;

export type FormName = keyof typeof FORMS;

/** Returns the link of a URL in one format. */
export function linkAs(form: FormName, url: string): string {
  return FORMS[form] + link(url);
}

/** Returns the format that the prefix of a path selects, and the link after it. */
export function formOfPath(path: string): { readonly form: FormName; readonly link: string } | undefined {
  for (const [form, prefix] of Object.entries(FORMS) as [FormName, string][]) {
    if (path.startsWith(`${prefix}/`)) return { form, link: path.slice(prefix.length) };
  }
  return undefined;
}

/** Returns one of the gateway's own paths with a URL in its query. */
export function withUrl(path: string, url: string): string {
  return `${path}?url=${encodeURIComponent(url)}`;
}
