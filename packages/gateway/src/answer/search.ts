import { AccessError } from "@anyurl/core";
import { link } from "../link.ts";
import { checkServed } from "../target.ts";
import { listingResponse } from "./listing.ts";
import { callOf, type Task } from "./request-context.ts";
import { searchingOf, searchUrl } from "./search-forms.ts";

/** Maximum length of a search, in characters. */
const MAX_WORDS = 1000;

/**
 * Searches a resource. Redirects to the URL of the search if the scheme has one, otherwise lists the results.
 *
 * @throws {AccessError} unsupported; too-long. @throws {UrlSyntaxError} the URL cannot contain the search terms.
 */
export async function searchResponse(task: Task, words: string): Promise<Response> {
  const { house, visit, url } = task;
  checkServed(url, house.served);
  const searching = house.served.can(url, "search") ? searchingOf(url) : undefined;
  if (searching === undefined) throw new AccessError("unsupported", "this URL cannot be searched");
  if (words.length > MAX_WORDS)
    throw new AccessError("too-long", `the search text exceeds the limit of ${MAX_WORDS} characters`);
  if (words.trim() === "") return seeOther(await visit.href(url, link(url.href)));
  if (searching.inUrl) {
    const found = searchUrl(url, words);
    return seeOther(await visit.href(found, link(found.href)));
  }
  return listingResponse(task, house.source.search(url.href, words, callOf(task)), words);
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
