import type { Url } from "@anyurl/core";
import { SEARCH } from "../paths.ts";
import type { ShownForm } from "../view.ts";
import type { Task } from "./task.ts";

/** How what a URL names is searched. */
export interface Searching {
  /** What the words are looked for in, or what they are. */
  readonly title: string;
  readonly label: string;
  /** Do the words become a part of the URL, which is the search's own then? */
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

/** What the URL names can be searched by words; `undefined` where it cannot, or nobody could tell. */
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

/** The fields in which words are typed for what a URL names. They are sent by GET: what is found has a link. */
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

/** @returns the link of a search whose words are part of its URL. @throws {UrlSyntaxError} words that cannot be. */
export function searchUrl(url: Url, words: string): Url {
  return url.with({ search: words } as object);
}
