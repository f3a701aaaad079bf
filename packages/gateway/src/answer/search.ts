import { AccessError } from "@anyurl/core";
import { formatLink } from "../link.ts";
import { checkServed } from "../target.ts";
import { listingResponse } from "./listing.ts";
import { callOptions, type RequestContext } from "./request-context.ts";
import { findSearchForm, withSearchTerms } from "./search-forms.ts";

/** Maximum length of a search, in characters. */
const MAX_SEARCH_LENGTH = 1000;

/**
 * Searches a resource. Redirects to the URL of the search if the scheme has one, otherwise lists the results.
 *
 * @throws {AccessError} unsupported; too-long. @throws {UrlSyntaxError} the URL cannot contain the search terms.
 */
export async function searchResponse(task: RequestContext, words: string): Promise<Response> {
  const { house, visit, url } = task;
  checkServed(url, house.served);
  const searching = house.served.can(url, "search") ? findSearchForm(url) : undefined;
  if (searching === undefined) throw new AccessError("unsupported", "this URL cannot be searched");
  if (words.length > MAX_SEARCH_LENGTH)
    throw new AccessError("too-long", `the search text exceeds the limit of ${MAX_SEARCH_LENGTH} characters`);
  if (words.trim() === "") return seeOtherResponse(await visit.href(url, formatLink(url.href)));
  if (searching.inUrl) {
    const found = withSearchTerms(url, words);
    return seeOtherResponse(await visit.href(found, formatLink(found.href)));
  }
  return listingResponse(task, house.source.search(url.href, words, callOptions(task)), words);
}

export function seeOtherResponse(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
