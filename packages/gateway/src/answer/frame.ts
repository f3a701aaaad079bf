import { displayIri, hostDisplay, type Idna, isAccessError, redact, type Url } from "@anyurl/core";
import { findSearchTerms, getTitle, lastSegment, type SearchStyle } from "@anyurl/core/presentation";
import { type FormatName, formatLinkAs, SEARCH } from "../paths.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { Breadcrumb, FormView, NamedLink, PageFrame } from "../views.ts";
import type { RequestContext } from "./request-context.ts";

/** What differs between pages about a URL. */
interface FrameInit {
  /** Default the title of the URL. */
  readonly title?: string;
  /** The title is a text of the gateway. */
  readonly isOwn?: boolean;
  /** The terms of a search without a URL of its own. */
  readonly words?: string | undefined;
  /** Other formats of the same resource. */
  readonly formats?: readonly FormatName[];
}

/** Creates what a page about a URL has at its top. */
export async function createFrame(
  { context: { served, operator }, incoming, url }: Pick<RequestContext, "context" | "incoming" | "url">,
  { words, formats = [], ...init }: FrameInit = {},
): Promise<PageFrame> {
  const display = await createDisplay(url);
  const named = pageTitle(url, served, display);
  const breadcrumbs: Breadcrumb[] = [];
  for (const above of served.ancestors(url).slice(-MAX_BREADCRUMBS)) {
    const text = lastSegment(above.path) || display.host(url.host!);
    breadcrumbs.push({ text, href: await incoming.href(above) });
  }
  breadcrumbs.push({ text: named, href: await incoming.href(url) });
  const title = init.title ?? (words === undefined ? named : formatSearchTitle(words, named));
  if (words !== undefined) breadcrumbs.push({ text: title, href: "" });
  const links: NamedLink[] = [];
  for (const form of formats)
    links.push({ text: FORMAT_TITLES[form], href: await incoming.href(url, formatLinkAs(form, url.href)) });
  return {
    title,
    ...(init.isOwn === true && { isOwn: true }),
    url: url.href,
    shown: display.url(url),
    breadcrumbs,
    ...(links.length > 0 && { formats: links }),
    ...operator,
  };
}

const FORMAT_TITLES: Readonly<Record<FormatName, string>> = {
  html: "HTML",
  json: "JSON",
  lines: "JSON lines",
  text: "Text",
  raw: "Raw",
};

/** Maximum number of breadcrumbs before the page itself. */
const MAX_BREADCRUMBS = 12;

/** Returns the title of a page: as the scheme says, or the last segment of the path, the host, or the scheme. */
function pageTitle(url: Url, served: ServedSchemes, display: UrlDisplay): string {
  const view = served.view(url);
  const title = getTitle(url, view);
  if (title === "") return url.host === undefined ? url.scheme : display.host(url.host);
  const words = findSearchTerms(url, view) ?? "";
  return words === "" ? title : formatSearchTitle(words, title);
}

function formatSearchTitle(words: string, title: string): string {
  return `“${words}” in ${title}`;
}

/** Returns how a URL is searched, or `undefined` if it cannot be searched. */
export function findSearch(url: Url, served: ServedSchemes): SearchStyle | undefined {
  return served.can(url, "search") ? served.view(url).search : undefined;
}

type FormContext = Pick<RequestContext, "context" | "incoming" | "url">;

/** Returns the search forms of a URL. They use GET, so that the results have a link. */
export async function createSearchForms(task: FormContext, words?: string): Promise<readonly FormView[]> {
  const search = findSearch(task.url, task.context.served);
  return search === undefined || search.asked !== undefined ? [] : createForms(task, search, words);
}

/** Returns the form for the question that a server asks with this error. */
export async function createAnswerForms(task: FormContext, error: unknown): Promise<readonly FormView[]> {
  if (!isAccessError(error) || error.code !== "input-required" || error.replyCode === undefined) return [];
  const search = findSearch(task.url, task.context.served);
  return search?.asked?.includes(error.replyCode) === true ? createForms(task, search) : [];
}

async function createForms(
  { incoming, url }: FormContext,
  search: SearchStyle,
  words?: string,
): Promise<readonly FormView[]> {
  const value = words ?? findSearchTerms(url, { search }) ?? "";
  return [
    {
      title: search.title,
      action: await incoming.href(url, SEARCH),
      method: "get",
      fields: [
        { name: "url", label: "", kind: "hidden", value: url.href },
        { name: "q", label: search.label, kind: "text", value },
      ],
      submit: search.asked === undefined ? "Search" : "Send",
    },
  ];
}

/** URLs and hosts for people: letters in place of their escapes, and U-labels that cannot be mistaken. */
interface UrlDisplay {
  url(url: Url): string;
  host(host: string): string;
}

/** Creates the display for a URL and those above it. Loads the tables of host names only if the host has A-labels. */
async function createDisplay({ host = "" }: Pick<Url, "host">): Promise<UrlDisplay> {
  const idna: Partial<Idna> = /(?:^|\.)xn--/i.test(host) ? (await import("@anyurl/idna")).idna : {};
  return {
    url(url) {
      const shown = redact(url.href);
      // Nothing to decode: almost every URL.
      if (!/%[89a-f]|xn--/i.test(shown)) return shown;
      // What is hidden in the text must not appear in another form of it.
      return shown === url.href ? displayIri(url, idna) : shown;
    },
    host: (name) => (idna.toUnicode === undefined ? name : hostDisplay(name, idna).unicode),
  };
}
