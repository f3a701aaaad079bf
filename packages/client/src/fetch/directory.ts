import type { Completeness, Entry } from "@anyurl/core";
import { toByteStream } from "../body/byte-stream.ts";
import { linkSignal } from "../call/linked-signal.ts";
import { negotiateType } from "../front/accept.ts";
import { findInfo, type ServedDocument } from "../front/serve-document.ts";
import { renderHtml } from "./directory-html.ts";
import { renderJson } from "./directory-json.ts";
import { contentLocation } from "./headers.ts";
import type { Rendering } from "./rendering.ts";
import type { FetchTask } from "./task.ts";

const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

type Entries = AsyncGenerator<Entry, void, void>;

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
  let entries: Entries;
  let first: IteratorResult<Entry, void>;
  try {
    entries = client.list(request.text, { ...call, signal: linked.signal });
    first = await entries.next();
  } catch (error) {
    end();
    throw error;
  }
  const url = contentLocation(request.text, client.registry) ?? "";
  const isPage = selectMediaType(task) === HTML_TYPE;
  const rendering = isPage ? renderHtml(url, client.registry) : renderJson(url);
  const bytes = written(rendering, first, entries);
  const leave = () => {
    end();
    // A generator that is left after its first entry does not end by itself.
    entries.return().catch(() => {});
  };
  const body = toByteStream({
    async read() {
      try {
        const next = await bytes.next();
        if (next.done !== true) return next.value;
        leave();
        return undefined;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async cancel() {
      leave();
      await bytes.return("unknown");
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

async function* written(
  { head, entry, foot }: Rendering,
  first: IteratorResult<Entry, void>,
  entries: Entries,
): AsyncGenerator<Uint8Array, Completeness, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  let next = first;
  for (let index = 0; next.done !== true; index++) {
    yield encoder.encode(entry(next.value, index));
    next = await entries.next();
  }
  yield encoder.encode(foot);
  return true;
}
