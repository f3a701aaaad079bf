import { type ListingWriter, startEntries, toEntryData, writeListing } from "@anyurl/client/front";
import { type DateQuality, displayText, type Entry, redact } from "@anyurl/core";
import {
  type EntryField,
  getResultStyle,
  type ListingStyle,
  readEntryField,
} from "@anyurl/core/presentation";
import { CONTENT_POLICY } from "../guard/index.ts";
import { createListingWriter } from "../pages/listing.ts";
import { type LinkBuilder, resolveHref, type ServedSchemes } from "../served-schemes.ts";
import type { EntryView, FailureView } from "../views.ts";
import { failureLine, toFailureView, toProblemJson } from "./failure.ts";
import { createFrame, createSearchForms } from "./frame.ts";
import { MEDIA_TYPE, type RequestContext } from "./request-context.ts";
import { requestedLanguage, streamResponse } from "./responses.ts";

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
    ...(mode === "html" && {
      "content-security-policy": CONTENT_POLICY.page,
      "content-language": requestedLanguage(incoming),
    }),
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

/** Returns a function that converts an entry for a page, with its link and the values of its columns. */
function createEntryViewer(
  { columns, details }: ListingStyle,
  served: ServedSchemes,
  linker: LinkBuilder,
): (entry: Entry) => Promise<EntryView> {
  const fields = columns.map(({ field }) => field).filter((field) => !OWN_FIELDS.has(field));
  const others = details.filter(({ field }) => columns.every((column) => column.field !== field));
  return async (entry) => {
    const { name, kind, size, url } = entry;
    const link = url === undefined ? undefined : await resolveHref(url, served, linker);
    return {
      ...link,
      ...{ name, kind, size },
      modified: formatTime(entry.modified, entry),
      values: Object.fromEntries(fields.map((field) => [field, formatField(entry, field)])),
      facts: others.flatMap(({ field, title }) => {
        const value = formatField(entry, field);
        return value === undefined ? [] : [{ name: title, value }];
      }),
      note: entry.unsafe ?? link?.note,
    };
  };
}

/** Fields that a view has as its own. */
const OWN_FIELDS: ReadonlySet<EntryField> = new Set(["name", "kind", "size", "modified"]);

/** Maximum length of a value on a page, in characters. JSON has all of it. */
const MAX_VALUE_LENGTH = 200;

/** Common media types that pages do not show. */
const COMMON_TYPES: ReadonlySet<string> = new Set([
  "text/plain",
  "message/rfc822",
  "application/gopher-menu",
]);

/** Formats a field of an entry as text; `undefined` if there is nothing to show. */
function formatField(entry: Entry, field: EntryField): string | undefined {
  const value = readEntryField(entry, field);
  if (value === undefined || value === "") return undefined;
  if (value instanceof Date) return formatTime(value, entry);
  if (field === "mediaType" && COMMON_TYPES.has(String(value))) return undefined;
  return redact(String(value)).slice(0, MAX_VALUE_LENGTH);
}

/** Formats a time as ISO 8601 in its known precision, without "Z" if the time zone is unknown. */
export function formatTime(
  modified: Date | undefined,
  { modifiedPrecision = "second", modifiedZone = "UTC" }: DateQuality = {},
): string | undefined {
  const year = modified?.getUTCFullYear() ?? Number.NaN;
  if (modified === undefined || !(year >= 0 && year <= 9999)) return undefined;
  const text = modified.toISOString();
  if (modifiedPrecision === "day") return text.slice(0, 10);
  const end = modifiedPrecision === "minute" ? 16 : modifiedPrecision === "second" ? 19 : 23;
  return text.slice(0, end) + (modifiedZone === "unknown" ? "" : "Z");
}

/** Converts an entry to JSON data, with its link. */
async function toEntryJson(entry: Entry, served: ServedSchemes, linker: LinkBuilder): Promise<object> {
  const link = entry.url === undefined ? undefined : await resolveHref(entry.url, served, linker);
  return { ...toEntryData(entry), link: link?.href };
}

/** Formats an entry as one line: kind, size, time, name, URL, separated by HT; for information only the text. */
export function formatEntryLine(entry: Entry): string {
  const { name, kind, size, url, unsafe } = entry;
  if (kind === "information") return displayText(name);
  const target = url === undefined ? (unsafe ?? "") : redact(url);
  return [kind, size ?? "", formatTime(entry.modified, entry) ?? "", name, target]
    .map((field) => displayText(String(field)))
    .join("\t");
}
