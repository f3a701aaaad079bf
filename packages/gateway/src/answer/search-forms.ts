import type { Url } from "@anyurl/core";
import { SEARCH } from "../paths.ts";
import type { ShownForm } from "../views.ts";
import type { Task } from "./request-context.ts";

/** How a resource is searched. */
export interface Searching {
  /** The title of the form. */
  readonly title: string;
  readonly label: string;
  /** Do the search terms become part of the URL, so that the search has its own URL? */
  readonly inUrl: boolean;
}

const ARTICLES: Searching = {
  title: "Search this newsgroup",
  label: "Words in the subject or sender",
  inUrl: false,
};

const NEWSGROUPS: Searching = {
  title: "Search newsgroups",
  label: "Words in the name or description",
  inUrl: false,
};

/** Returns the search form of a URL, or `undefined` if it cannot be searched. */
export function searchingOf(url: Url): Searching | undefined {
  const parts = (url.parts ?? {}) as Readonly<Record<string, unknown>>;
  switch (url.scheme) {
    case "gopher":
    case "gophers":
      return parts["gophertype"] === "7"
        ? { title: "Search", label: "Search terms", inUrl: true }
        : undefined;
    case "wais":
      if (parts["database"] === "" || parts["wtype"] !== undefined) return undefined;
      return { title: "Search this database", label: "Search terms", inUrl: true };
    case "nntp":
    case "nntps":
      return parts["articleNumber"] === undefined ? ARTICLES : undefined;
    case "news":
    case "snews":
      if (parts["messageId"] !== undefined) return undefined;
      return parts["newsgroupName"] === undefined ? NEWSGROUPS : ARTICLES;
    case "prospero":
      return { title: "Find by name", label: "Name (* and ? are wildcards)", inUrl: false };
    default:
      return undefined;
  }
}

/** Returns the search forms of a URL. They use GET, so that the results have a link. */
export async function searchForms(
  { house, visit, url }: Task,
  words?: string,
): Promise<readonly ShownForm[]> {
  const searching = house.served.can(url, "search") ? searchingOf(url) : undefined;
  if (searching === undefined) return [];
  const { search } = (url.parts ?? {}) as { readonly search?: string };
  return [
    {
      title: searching.title,
      action: await visit.href(url, SEARCH),
      method: "get",
      fields: [
        { name: "url", label: "", kind: "hidden", value: url.href },
        { name: "q", label: searching.label, kind: "text", value: words ?? search ?? "" },
      ],
      submit: "Search",
    },
  ];
}

/** Returns the URL of a search with its search terms. @throws {UrlSyntaxError} the URL cannot contain the terms. */
export function searchUrl(url: Url, words: string): Url {
  return url.with({ search: words } as object);
}
