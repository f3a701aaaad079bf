import type { Url } from "@anyurl/core";
import type { SearchStyle, View } from "@anyurl/core/presentation";
import { SEARCH } from "../paths.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { FormView } from "../views.ts";
import type { RequestContext } from "./request-context.ts";

/** Returns how a URL is searched, or `undefined` if it cannot be searched. */
export function findSearch(url: Url, served: ServedSchemes): SearchStyle | undefined {
  return served.can(url, "search") ? served.view(url).search : undefined;
}

/** Returns the search forms of a URL. They use GET, so that the results have a link. */
export async function createSearchForms(
  { context, incoming, url }: RequestContext,
  words?: string,
): Promise<readonly FormView[]> {
  const search = findSearch(url, context.served);
  if (search === undefined) return [];
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
      submit: "Search",
    },
  ];
}

/** Returns the search terms in a URL, or `undefined` if it has none. */
export function findSearchTerms(url: Url, { search }: Pick<View, "search">): string | undefined {
  if (search?.part === undefined) return undefined;
  const words = ((url.parts ?? {}) as Readonly<Record<string, unknown>>)[search.part];
  return typeof words === "string" ? words : undefined;
}
