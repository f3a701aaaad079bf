import type { Entry } from "@anyurl/core";
import { toByteStream } from "../body/byte-stream.ts";
import { linkSignal } from "../call/linked-signal.ts";
import { negotiateType } from "../front/accept.ts";
import { toEntryData } from "../front/entry-data.ts";
import { findInfo, type ServedDocument } from "../front/serve-document.ts";
import { type ListingWriter, startEntries, writeListing } from "../front/serve-resource.ts";
import { createHtmlWriter } from "./directory-html.ts";
import { contentLocation } from "./headers.ts";
import type { FetchTask } from "./task.ts";

const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

/**
 * Lists a directory as JSON, or as a page if Accept prefers HTML. Resolves with the first entry; the others are
 * streamed, and a later failure is the stream's error. HEAD lists nothing if the metadata says that it is a directory.
 */
export async function directory(task: FetchTask, document: Pick<ServedDocument, "stat">): Promise<Response> {
  const { client, request, call } = task;
  if (request.method === "HEAD" && (await findInfo(document))?.kind === "directory")
    return new Response(null, { status: 200, headers: directoryFields(task) });
  const linked = linkSignal(request.signal);
  const end = () => linked.end(new Error("the response body was canceled"));
  const entries = await startEntries(client.list(request.text, { ...call, signal: linked.signal })).catch(
    (error) => {
      end();
      throw error;
    },
  );
  const url = contentLocation(request.text, client.registry) ?? "";
  const isPage = selectMediaType(task) === HTML_TYPE;
  const pieces = writeListing(
    entries,
    isPage ? createHtmlWriter(url, client.registry) : createJsonWriter(url),
  );
  const encoder = new TextEncoder();
  const body = toByteStream({
    async read() {
      try {
        const next = await pieces.next();
        if (next.done !== true) return encoder.encode(next.value);
        end();
        return undefined;
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel() {
      // End first, because the generator may be waiting for an entry.
      end();
      entries.rest.return().catch(() => {});
      await pieces.return();
    },
  });
  return new Response(body, { status: 200, headers: directoryFields(task) });
}

/** Returns the header fields for a directory. */
function directoryFields(task: FetchTask): Record<string, string> {
  const { client, request } = task;
  const mediaType = selectMediaType(task);
  const at = contentLocation(request.text, client.registry);
  return {
    "content-type": mediaType === HTML_TYPE ? "text/html; charset=utf-8" : mediaType,
    ...(at !== undefined && { "content-location": at }),
    // Names come from the server, so do not run, load or sniff anything in them.
    "x-content-type-options": "nosniff",
    ...(mediaType === HTML_TYPE && {
      "content-security-policy": "default-src 'none'; sandbox",
      "referrer-policy": "no-referrer",
    }),
    vary: "Accept",
  };
}

function selectMediaType({ request }: FetchTask): typeof JSON_TYPE | typeof HTML_TYPE {
  return negotiateType(request.headers.get("accept"), [JSON_TYPE, HTML_TYPE]);
}

/** Creates `{ "url", "entries": [ … ] }`. */
function createJsonWriter(url: string): ListingWriter<Entry> {
  return {
    head: `{"url":${JSON.stringify(url)},"entries":[`,
    entry: (entry, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(toEntryData(entry))}`,
    foot: () => "\n]}\n",
  };
}
