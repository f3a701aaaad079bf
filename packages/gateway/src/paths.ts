import { link } from "./link.ts";

// What the gateway has for itself begins with "/_/": no link of a URL does, as no scheme has a "_".

export const ABOUT = "/_/about";
/** `?url=`: a target outside of the gateway, shown before anybody goes there. */
export const LEAVE = "/_/leave";
/** `?url=` `&q=`: a search. */
export const SEARCH = "/_/search";
/** POST: a form of Gopher+ that is filled in. */
export const FORM = "/_/form";

/** A link behind one of these is answered in that form, whatever `Accept` says. */
const FORMS = {
  html: "/_/html",
  json: "/_/json",
  lines: "/_/lines",
  text: "/_/text",
  raw: "/_/raw",
} as const;

export type FormName = keyof typeof FORMS;

/** The link of a URL in one form. */
export function linkAs(form: FormName, url: string): string {
  return FORMS[form] + link(url);
}

/** @returns the form that a path asks for, and the link behind it. */
export function formOfPath(path: string): { readonly form: FormName; readonly link: string } | undefined {
  for (const [form, prefix] of Object.entries(FORMS) as [FormName, string][]) {
    if (path.startsWith(`${prefix}/`)) return { form, link: path.slice(prefix.length) };
  }
  return undefined;
}

/** A path of the gateway's own with a URL in its query. */
export function withUrl(path: string, url: string): string {
  return `${path}?url=${encodeURIComponent(url)}`;
}
