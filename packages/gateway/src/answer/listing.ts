import type { Entry } from "@anyurl/core";
import { getResultStyle, type ListingStyle } from "@anyurl/core/presentation";
import { CONTENT_POLICY } from "../guard/index.ts";
import { listingPage } from "../pages/index.ts";
import { formatLinkAs } from "../paths.ts";
import type { EntryView, FailureView, NamedLink, PageFrame } from "../views.ts";
import { breadcrumbs, formatSearchTitle, pageTitle } from "./breadcrumbs.ts";
import { createEntryViewer, formatEntryLine, toEntryJson } from "./entry-view.ts";
import { failureLine, toFailureView, toProblemJson } from "./failure.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { createFrame, type RequestContext, varyHeaders } from "./request-context.ts";
import { bytesResponse, streamResponse } from "./responses.ts";
import { createSearchForms } from "./search-forms.ts";

type Entries = AsyncGenerator<Entry, void, void>;

/** Entries whose first one was already requested, so an error before the first entry is known. */
interface StartedEntries {
  readonly first: IteratorResult<Entry, void>;
  readonly rest: Entries;
  /** Did a later entry fail? */
  isBroken: boolean;
}

/**
 * Answers with the entries of a directory, a menu, a newsgroup or a search, in the requested format. Rejects if the
 * first entry fails. A later error is reported after the last entry.
 *
 * @param words the search terms. A search has no link of its own, and no other formats.
 */
export async function listingResponse(
  task: RequestContext,
  entries: Entries,
  words?: string,
): Promise<Response> {
  const { context, incoming, url, mode } = task;
  const begun: StartedEntries = { first: await entries.next(), rest: entries, isBroken: false };
  const headers = {
    "content-type": MEDIA_TYPE[mode],
    "cache-control": "no-cache",
    ...(mode === "html" && { "content-security-policy": CONTENT_POLICY.page }),
    ...varyHeaders(task),
  };
  const init = { status: 200, headers };
  const first = begun.first.value;
  // A cached page could outlive the signatures in its links.
  if (first === undefined || context.pages === undefined)
    return streamResponse(await renderListing(task, begun, words), incoming, init);
  const key = `${mode}${incoming.isNamed ? " named" : ""} ${url.href}\n${words ?? ""}`;
  const cached = context.pages.get(key, first);
  if (cached !== undefined) {
    await entries.return();
    return bytesResponse(cached, incoming, init);
  }
  return streamResponse(await renderListing(task, begun, words), incoming, init, (octets) => {
    if (!begun.isBroken) context.pages?.set(key, first, octets);
  });
}

async function renderListing(
  task: RequestContext,
  begun: StartedEntries,
  words: string | undefined,
): Promise<AsyncGenerator<string, void, void>> {
  switch (task.mode) {
    case "html":
      return renderPage(task, begun, words);
    case "lines":
      return renderJsonLines(task, begun);
    case "text":
      return renderText(task, begun);
    default:
      return renderJson(task, begun);
  }
}

async function renderPage(
  task: RequestContext,
  begun: StartedEntries,
  words: string | undefined,
): Promise<AsyncGenerator<string, void, void>> {
  const view = task.context.served.view(task.url);
  const style: ListingStyle = words === undefined ? view : getResultStyle(view);
  return listingPage({
    frame: await createListingFrame(task, words),
    layout: style.layout,
    columns: style.columns,
    forms: await createSearchForms(task, words),
    entries: toEntryViews(task, begun, style),
    toFailure: (error) => reportFailure(error, task, begun),
  });
}

async function createListingFrame(task: RequestContext, words: string | undefined): Promise<PageFrame> {
  const { context, incoming, url } = task;
  const named = pageTitle(url, context.served);
  const title = words === undefined ? named : formatSearchTitle(words, named);
  const crumbs = await breadcrumbs(url, context.served, incoming.href);
  if (words !== undefined)
    return createFrame(task, { title, url: url.href, breadcrumbs: [...crumbs, { text: title, href: "" }] });
  return createFrame(task, {
    title,
    url: url.href,
    breadcrumbs: crumbs,
    formats: await otherFormatLinks(task),
  });
}

async function otherFormatLinks({ incoming, url }: RequestContext): Promise<readonly NamedLink[]> {
  return Promise.all(
    (["json", "lines", "text"] as const).map(async (form) => ({
      text: FORMAT_NAMES[form],
      href: await incoming.href(url, formatLinkAs(form, url.href)),
    })),
  );
}

const FORMAT_NAMES = { json: "JSON", lines: "JSON lines", text: "Text" } as const;

async function* toEntryViews(
  { context, incoming }: RequestContext,
  begun: StartedEntries,
  style: ListingStyle,
): AsyncGenerator<EntryView, void, void> {
  const view = createEntryViewer(style, context.served, incoming.href);
  for await (const entry of iterateEntries(begun)) yield view(entry);
}

/** Renders `{ "url", "entries": [ … ] }`, with an "error" at the end if the entries are incomplete. */
async function* renderJson(task: RequestContext, begun: StartedEntries): AsyncGenerator<string, void, void> {
  const { context, incoming, url } = task;
  let separator = "\n";
  let end = "\n]}\n";
  yield `{"url":${JSON.stringify(url.href)},"entries":[`;
  try {
    for await (const entry of iterateEntries(begun)) {
      yield separator + JSON.stringify(await toEntryJson(entry, context.served, incoming.href));
      separator = ",\n";
    }
  } catch (error) {
    end = `\n],"error":${JSON.stringify(toProblemJson(reportFailure(error, task, begun)))}}\n`;
  }
  yield end;
}

/** Renders one entry per line, with `{ "error" }` on the last line if the entries are incomplete. */
async function* renderJsonLines(
  task: RequestContext,
  begun: StartedEntries,
): AsyncGenerator<string, void, void> {
  const { context, incoming } = task;
  try {
    for await (const entry of iterateEntries(begun))
      yield `${JSON.stringify(await toEntryJson(entry, context.served, incoming.href))}\n`;
  } catch (error) {
    yield `${JSON.stringify({ error: toProblemJson(reportFailure(error, task, begun)) })}\n`;
  }
}

async function* renderText(task: RequestContext, begun: StartedEntries): AsyncGenerator<string, void, void> {
  try {
    for await (const entry of iterateEntries(begun)) yield `${formatEntryLine(entry)}\n`;
  } catch (error) {
    yield `error\t${failureLine(reportFailure(error, task, begun))}\n`;
  }
}

function reportFailure(
  error: unknown,
  { context, incoming }: RequestContext,
  begun: StartedEntries,
): FailureView {
  begun.isBroken = true;
  // The client disconnected, so the listing needs no end.
  if (incoming.signal.aborted) throw error;
  return toFailureView(error, context);
}

/** Yields all entries. Returning early closes the connection. */
async function* iterateEntries({ first, rest }: StartedEntries): Entries {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return();
  }
}
