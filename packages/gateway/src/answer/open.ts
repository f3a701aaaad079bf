import { isAccessError } from "@anyurl/core";
import { CONTENT_POLICY } from "../guard/index.ts";
import { isSession } from "../hrefs.ts";
import { link } from "../link.ts";
import { formPage } from "../pages/index.ts";
import { checkServed } from "../target.ts";
import { articleResponse, isArticle } from "./article.ts";
import { crumbsOf, titleOf } from "./breadcrumbs.ts";
import { documentResponse } from "./document.ts";
import { leaveResponse } from "./external-link.ts";
import { formResponse, wantsForm } from "./gopher-form.ts";
import { listingResponse } from "./listing.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { callOf, framed, type Task, varied } from "./request-context.ts";
import { wholeOf } from "./responses.ts";
import { searchForms, searchingOf } from "./search-forms.ts";

/** Opens a URL: answers with a form if it needs one, with entries if it has some, otherwise with its bytes. */
export async function openResponse(task: Task): Promise<Response> {
  const { house, url } = task;
  const { served } = house;
  if (isSession(url)) return leaveResponse(task);
  checkServed(url, served);
  const moved = await withPath(task);
  if (moved !== undefined) return moved;
  if (wantsForm(url) && served.can(url, "stat")) return formResponse(task);
  if (task.mode === "html" && wantsWords(task)) return wordsResponse(task);
  const hasEntries = served.can(url, "list");
  const hasOctets = served.can(url, "get");
  if (hasEntries && (served.registry.isDirectory(url) || !hasOctets)) {
    try {
      return await list(task);
    } catch (error) {
      // The resource may have bytes even if it has no entries.
      if (!hasOctets || !isCode(error, "unsupported")) throw error;
    }
  }
  if (task.mode === "html" && isArticle(url, (each) => served.registry.isDirectory(each)))
    return articleResponse(task);
  try {
    return await documentResponse(task);
  } catch (error) {
    if (hasEntries && isCode(error, "is-a-directory")) return list(task);
    throw error;
  }
}

function list(task: Task): Promise<Response> {
  return listingResponse(task, task.house.source.list(task.url.href, callOf(task)));
}

/**
 * Redirects a URL without a path to the equivalent URL with the path "/". Otherwise relative references in the document
 * would replace its host.
 */
async function withPath({ house, visit, url }: Task): Promise<Response | undefined> {
  if (url.path !== "" || url.host === undefined) return undefined;
  const { registry } = house.served;
  // Do not redirect for a URL with problems: the gateway may not open it.
  if (registry.tryParse(url.href).problems.length > 0) return undefined;
  const root = url.with({ path: "/" });
  if (registry.normalize(root) !== registry.normalize(url)) return undefined;
  const location = await visit.href(root, link(root.href));
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-cache" } });
}

/** Is it a search without search terms? */
function wantsWords({ house, url }: Task): boolean {
  const { gophertype, search } = (url.parts ?? {}) as Readonly<Record<string, unknown>>;
  return (
    gophertype === "7" &&
    search === undefined &&
    searchingOf(url) !== undefined &&
    house.served.can(url, "search")
  );
}

async function wordsResponse(task: Task): Promise<Response> {
  const { house, visit, url } = task;
  const frame = framed(task, {
    title: titleOf(url),
    url: url.href,
    crumbs: await crumbsOf(url, house.served.registry, visit.href),
  });
  const page = formPage({ frame, forms: await searchForms(task) });
  return wholeOf(page, visit, {
    status: 200,
    headers: {
      "content-type": MEDIA_TYPE.html,
      "content-security-policy": CONTENT_POLICY.page,
      "cache-control": "no-cache",
      ...varied(task),
    },
  });
}

function isCode(error: unknown, code: string): boolean {
  return isAccessError(error) && error.code === code;
}
