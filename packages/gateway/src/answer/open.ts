import { serveResource } from "@anyurl/client/front";
import { findSearchTerms } from "@anyurl/core/presentation";
import { formPage } from "../pages/form.ts";
import { articleResponse } from "./article.ts";
import { documentResponse } from "./document.ts";
import { externalLinkResponse } from "./external-link.ts";
import { createFrame, createSearchForms, findSearch } from "./frame.ts";
import { listingResponse } from "./listing.ts";
import { callOptions, type RequestContext } from "./request-context.ts";
import { pageResponse } from "./responses.ts";
import { formResponse } from "./server-form.ts";

/** Opens a URL: answers with a form if it needs one, with entries if it has some, otherwise with its bytes. */
export async function openResponse(task: RequestContext): Promise<Response> {
  const { context, url } = task;
  const { served } = context;
  if (served.isSession(url)) return externalLinkResponse(task);
  served.check(url);
  const moved = await redirectToRootPath(task);
  if (moved !== undefined) return moved;
  const { form, article } = served.view(url);
  if (form !== undefined && served.can(url, "stat")) return formResponse(task, form);
  if (task.mode === "html" && needsSearchTerms(task)) return searchFormResponse(task);
  return serveResource({
    can: (operation) => served.can(url, operation),
    isDirectory: served.registry.isDirectory(url),
    list: () => listingResponse(task, context.source.list(url, callOptions(task))),
    get: () =>
      task.mode === "html" && article !== undefined && served.can(url, "stat")
        ? articleResponse(task, article)
        : documentResponse(task),
  });
}

/**
 * Redirects a URL without a path to the equivalent URL with the path "/". Otherwise relative references in the document
 * would replace its host.
 */
async function redirectToRootPath({ context, incoming, url }: RequestContext): Promise<Response | undefined> {
  if (url.path !== "" || url.host === undefined) return undefined;
  const { registry } = context.served;
  // Do not redirect for a URL with problems: the gateway may not open it.
  if (registry.tryParse(url.href).problems.length > 0) return undefined;
  const root = url.with({ path: "/" });
  if (registry.normalize(root) !== registry.normalize(url)) return undefined;
  const location = await incoming.href(root);
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-cache" } });
}

/** Is it a search without search terms? */
function needsSearchTerms({ context, url }: RequestContext): boolean {
  const search = findSearch(url, context.served);
  return search?.required === true && findSearchTerms(url, { search }) === undefined;
}

async function searchFormResponse(task: RequestContext): Promise<Response> {
  const page = formPage({ frame: await createFrame(task), forms: await createSearchForms(task) });
  return pageResponse(page, task.incoming, { "cache-control": "no-cache", ...task.vary });
}
