import { type Attributes, isAccessError } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import { contentRange, parseRange, type RangeSpec, resolveRange } from "../front/byte-range.ts";
import { problemResponse, statusProblem } from "../front/problem.ts";
import { directory, directoryFields } from "./directory.ts";
import { contentLocation, entityHeaders } from "./headers.ts";
import type { FetchTask } from "./task.ts";

/** Returns the bytes of a resource, or the entries of a directory. */
export async function get(task: FetchTask): Promise<Response> {
  const { client, url, can } = task;
  if (can.has("list") && (client.registry.isDirectory(url) || !can.has("get"))) {
    try {
      return await directory(task);
    } catch (error) {
      // A gateway, or this server, may support `get` but not `list`.
      if (!isUnsupported(error) || !can.has("get")) throw error;
    }
  }
  return file(task);
}

async function file(task: FetchTask): Promise<Response> {
  const { can, request } = task;
  // There is no validator to compare, so If-Range is false and the range is ignored (RFC 9110 §13.1.5).
  const isRanged = request.method === "GET" && !request.headers.has("if-range");
  const spec = isRanged ? parseRange(request.headers.get("range")) : undefined;
  try {
    return await (spec === undefined ? whole(task) : part(task, spec));
  } catch (error) {
    if (can.has("list") && isAccessError(error) && error.code === "is-a-directory") return directory(task);
    throw error;
  }
}

/**
 * Returns the metadata of a resource without its bytes. If the scheme or the server has no `stat`, it is a GET whose
 * body is canceled.
 */
export async function head(task: FetchTask): Promise<Response> {
  const attributes = await fetchAttributes(task);
  if (attributes === undefined) return get(task);
  const fields =
    attributes.kind === "directory" ? directoryFields(task) : fileFields(task, attributes, task.request.text);
  return new Response(null, { status: 200, headers: fields });
}

async function fetchAttributes({ client, request, can, call }: FetchTask): Promise<Attributes | undefined> {
  if (!can.has("stat")) return undefined;
  try {
    return await client.stat(request.text, call);
  } catch (error) {
    if (isUnsupported(error)) return undefined;
    throw error;
  }
}

function isUnsupported(error: unknown): boolean {
  return isAccessError(error) && error.code === "unsupported";
}

async function whole(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  return createFullResponse(task, await client.get(request.text, call));
}

function createFullResponse(task: FetchTask, retrieved: GetResult): Response {
  return new Response(retrieved.body, {
    status: 200,
    headers: fileFields(task, retrieved, retrieved.url),
  });
}

/**
 * Returns a range. Its bytes can be determined only if the size is known; otherwise the whole resource is sent, as RFC
 * 9110 §14.2 allows. The size comes from `stat`, or from a transfer that is canceled when it begins.
 */
async function part(task: FetchTask, spec: RangeSpec): Promise<Response> {
  const { client, request, call } = task;
  const attributes = await fetchAttributes(task);
  if (attributes?.kind === "directory" && task.can.has("list")) return directory(task);
  const expectedSize = getSafeSize(attributes);
  const first = expectedSize === undefined ? await client.get(request.text, call) : undefined;
  const size = expectedSize ?? getSafeSize(first);
  if (size === undefined) return createFullResponse(task, first!);
  const span = resolveRange(spec, size);
  // A range of an empty resource has no first byte to state in Content-Range.
  if (span !== undefined && span.start === span.end)
    return first === undefined ? whole(task) : createFullResponse(task, first);
  const isAll = span !== undefined && span.start === 0 && span.end === size;
  if (!isAll) await first?.body.cancel().catch(() => {});
  if (span === undefined) {
    const problem = statusProblem(416, `the range is outside of the resource, which has ${size} bytes`);
    return problemResponse(problem, { "content-range": contentRange(undefined, size) });
  }
  const retrieved =
    isAll && first !== undefined ? first : await client.get(request.text, { ...call, range: span });
  return new Response(retrieved.body, {
    status: 206,
    headers: {
      ...fileFields(task, { ...retrieved, size }, retrieved.url),
      "content-range": contentRange(span, size),
    },
  });
}

/** Returns the size if it is a valid one. */
function getSafeSize(described: { readonly size?: number | undefined } | undefined): number | undefined {
  const size = described?.size;
  return size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}

function fileFields(
  { client, clock }: FetchTask,
  described: Pick<Partial<GetResult>, "mediaType" | "modified" | "size">,
  url: string,
): Record<string, string> {
  const at = contentLocation(url, client.registry);
  return {
    ...entityHeaders(described, clock.now()),
    ...(at !== undefined && { "content-location": at }),
    // A range needs a known size.
    ...(getSafeSize(described) !== undefined && { "accept-ranges": "bytes" }),
  };
}
