import { type ListingWriter, startEntries, writeListing } from "@anyurl/client/front";
import type { Entry } from "@anyurl/core";
import { getResultStyle, type ListingStyle } from "@anyurl/core/presentation";
import { CONTENT_POLICY } from "../guard/index.ts";
import { createListingWriter } from "../pages/index.ts";
import type { FailureView } from "../views.ts";
import { createEntryViewer, formatEntryLine, toEntryJson } from "./entry-view.ts";
import { failureLine, toFailureView, toProblemJson } from "./failure.ts";
import { createFrame } from "./frame.ts";
import { MEDIA_TYPE, type RequestContext } from "./request-context.ts";
import { streamResponse } from "./responses.ts";
import { createSearchForms } from "./search-forms.ts";

/**
 * Answers with the entries of a directory, a menu, a newsgroup or a search, in the requested format. Rejects if the
 * first entry fails. A later error is reported after the last entry.
 *
 * @param words the search terms. A search has no link of its own, and no other formats.
 */
export async function listingResponse(
  task: RequestContext,
  entries: AsyncGenerator<Entry, void, void>,
  words?: string,
): Promise<Response> {
  const { context, incoming, mode } = task;
  const begun = await startEntries(entries);
  const headers = {
    "content-type": MEDIA_TYPE[mode],
    "cache-control": "no-cache",
    ...(mode === "html" && { "content-security-policy": CONTENT_POLICY.page }),
    ...task.vary,
  };
  const toFailure = (error: unknown): FailureView => {
    // The client disconnected, so the listing needs no end.
    if (incoming.signal.aborted) throw error;
    return toFailureView(error, context);
  };
  const writer = await createWriter(task, words, toFailure);
  return streamResponse(writeListing(begun, writer), incoming, { status: 200, headers });
}

async function createWriter(
  task: RequestContext,
  words: string | undefined,
  toFailure: (error: unknown) => FailureView,
): Promise<ListingWriter<Entry>> {
  switch (task.mode) {
    case "html":
      return createPageWriter(task, words, toFailure);
    case "lines":
      return {
        head: "",
        entry: async (entry) => `${JSON.stringify(await entryJson(task, entry))}\n`,
        foot: () => "",
        failed: (error) => `${JSON.stringify({ error: toProblemJson(toFailure(error)) })}\n`,
      };
    case "text":
      return {
        head: "",
        entry: (entry) => `${formatEntryLine(entry)}\n`,
        foot: () => "",
        failed: (error) => `error\t${failureLine(toFailure(error))}\n`,
      };
    default:
      return {
        head: `{"url":${JSON.stringify(task.url.href)},"entries":[`,
        entry: async (entry, index) =>
          `${index === 0 ? "\n" : ",\n"}${JSON.stringify(await entryJson(task, entry))}`,
        foot: () => "\n]}\n",
        failed: (error) => `\n],"error":${JSON.stringify(toProblemJson(toFailure(error)))}}\n`,
      };
  }
}

function entryJson({ context, incoming }: RequestContext, entry: Entry): Promise<object> {
  return toEntryJson(entry, context.served, incoming.href);
}

async function createPageWriter(
  task: RequestContext,
  words: string | undefined,
  toFailure: (error: unknown) => FailureView,
): Promise<ListingWriter<Entry>> {
  const { context, incoming } = task;
  const view = context.served.view(task.url);
  const style: ListingStyle = words === undefined ? view : getResultStyle(view);
  const page = createListingWriter({
    frame: await createFrame(task, words === undefined ? { formats: ["json", "lines", "text"] } : { words }),
    layout: style.layout,
    columns: style.columns,
    forms: await createSearchForms(task, words),
    toFailure,
  });
  const toView = createEntryViewer(style, context.served, incoming.href);
  return { ...page, entry: async (entry, index) => page.entry(await toView(entry), index) };
}
