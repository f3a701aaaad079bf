import type { Url } from "@anyurl/core";
import { SEARCH } from "../paths.ts";
import type { FormView } from "../views.ts";
import type { RequestContext } from "./request-context.ts";

/** How a resource is searched. */
export interface SearchForm {
  /** The title of the form. */
  readonly title: string;
  readonly label: string;
  /** Do the search terms become part of the URL, so that the search has its own URL? */
  readonly inUrl: boolean;
}

const ARTICLE_SEARCH: SearchForm = {
  title: "Search this newsgroup",
  label: "Words in the subject or sender",
  inUrl: false,
};

const NEWSGROUP_SEARCH: SearchForm = {
  title: "Search newsgroups",
  label: "Words in the name or description",
  inUrl: false,
};

/** Returns the search form of a URL, or `undefined` if it cannot be searched. */
export function findSearchForm(url: Url): SearchForm | undefined {
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
      return parts["articleNumber"] === undefined ? ARTICLE_SEARCH : undefined;
    case "news":
    case "snews":
      if (parts["messageId"] !== undefined) return undefined;
      return parts["newsgroupName"] === undefined ? NEWSGROUP_SEARCH : ARTICLE_SEARCH;
    case "prospero":
      return { title: "Find by name", label: "Name (* and ? are wildcards)", inUrl: false };
    default:
      return undefined;
  }
}

/** Returns the search forms of a URL. They use GET, so that the results have a link. */
export async function createSearchForms(
  { house, visit, url }: RequestContext,
  words?: string,
): Promise<readonly FormView[]> {
  const searching = house.served.can(url, "search") ? findSearchForm(url) : undefined;
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
export function withSearchTerms(url: Url, words: string): Url {
  return url.with({ search: words } as object);
}
