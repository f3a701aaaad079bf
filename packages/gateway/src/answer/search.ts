import { AccessError, type Url } from "@anyurl/core";
import { findSearch } from "./frame.ts";
import { listingResponse } from "./listing.ts";
import { callOptions, type RequestContext } from "./request-context.ts";

/** Maximum length of a search, in characters. */
const MAX_SEARCH_LENGTH = 1000;

/**
 * Searches a resource. Redirects to the URL of the search if the scheme has one, otherwise lists the results.
 *
 * @throws {AccessError} unsupported; too-long. @throws {UrlSyntaxError} the URL cannot contain the search terms.
 */
export async function searchResponse(task: RequestContext, words: string): Promise<Response> {
  const { context, incoming, url } = task;
  context.served.check(url);
  const search = findSearch(url, context.served);
  if (search === undefined) throw new AccessError("unsupported", "this URL cannot be searched");
  if (words.length > MAX_SEARCH_LENGTH)
    throw new AccessError("too-long", `the search text exceeds the limit of ${MAX_SEARCH_LENGTH} characters`);
  if (words.trim() === "") return seeOtherResponse(await incoming.href(url));
  if (search.part !== undefined) {
    const found: Url = url.with({ [search.part]: words });
    return seeOtherResponse(await incoming.href(found));
  }
  return listingResponse(task, context.source.search(url, words, callOptions(task)), words);
}

export function seeOtherResponse(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
