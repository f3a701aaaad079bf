import { type CallOptions, contentRange, type GetResult, parseRange, resolveRange } from "@anyurl/client";
import { AccessError, type Attributes, isAccessError } from "@anyurl/core";
import { Refusal } from "../guard/index.ts";
import { isWeb } from "../hrefs.ts";
import { rewritten } from "../rewrite/index.ts";
import { nameOf } from "./disposition.ts";
import {
  bodyFields,
  type Described,
  factsOf,
  isMade,
  isPage,
  type Kind,
  kindOf,
  pageOf,
  policyFields,
} from "./document-kinds.ts";
import { WebAnswer } from "./http-passthrough.ts";
import { boundedBody } from "./limit-body.ts";
import { charsetOf, mediaTypeOf } from "./media.ts";
import { peeked } from "./peek.ts";
import { callOf, isHead, type Task, varied } from "./request-context.ts";
import { isConditional, isUnchanged, type Validators, validatorFields, validatorsOf } from "./validators.ts";

/**
 * Serves a document: its bytes, with a media type and a file name that are safe in browsers, or a page for a text.
 * Rejects with the error of the call if that fails before its first byte.
 *
 * @param options for the scheme: the answers to a form.
 */
export async function documentResponse(task: Task, options: CallOptions["options"] = {}): Promise<Response> {
  const { house, visit, url } = task;
  const { headers } = visit.request;
  const began = house.now();
  const web = isWeb(url) ? new WebAnswer() : undefined;
  const call = callOf(task, { options: { ...options, ...web?.options } });
  const attributes = isAskedAbout(task) ? await attributesOf(task, call) : undefined;
  if (attributes?.kind === "directory")
    throw new AccessError("is-a-directory", "the URL identifies a directory", { scheme: url.scheme });
  if (attributes !== undefined && isConditional(headers)) {
    const kind = kindOf(task, typeOf(task, attributes));
    // If only the content shows the type, it must be requested first.
    if (kind !== undefined) {
      const validators = validatorsFor(task, attributes, kind, tagOf(task, attributes));
      if (isUnchanged(headers, validators)) return unchanged(task, kind, validators);
    }
  }
  const part = attributes && (await partResponse(task, call, attributes));
  if (part !== undefined) return part;

  let retrieved: GetResult;
  try {
    retrieved = await house.source.get(url.href, { ...call, ...house.download });
  } catch (error) {
    if (web === undefined) throw error;
    return web.redirection(error, task);
  }
  const described = describedBy(retrieved, attributes);
  const { type, body: octets } = await typed(task, described.mediaType, retrieved.body);
  const kind = kindOf(task, type);
  const validators = validatorsFor(task, described, kind, retrieved.etag ?? tagOf(task, attributes));
  if (visit.request.method !== "POST" && isUnchanged(headers, validators)) {
    await octets.cancel().catch(() => {});
    return unchanged(task, kind, validators);
  }
  const bounded = isMade(kind) ? boundedBody(octets, house.call.limits ?? {}, house.now() - began) : octets;
  const { body, told } = await led(task, kind, described.mediaType, bounded);
  const fields = {
    ...bodyFields(task, kind, told),
    ...validatorFields(validators, house.now()),
    ...(!isMade(kind) && sizeOf(described) !== undefined && { "accept-ranges": "bytes" }),
    "cache-control": "no-cache",
    ...varied(task),
  };
  if (isHead(task)) {
    await body.cancel().catch(() => {});
    return new Response(null, { status: 200, headers: fields });
  }
  if (isPage(kind)) return pageOf(task, described, body, fields, { facts: factsOf(described, type) });
  return new Response(body, { status: 200, headers: fields });
}

/** Schemes whose servers send size and time only on request, not with the content. */
const TOLD_APART: ReadonlySet<string> = new Set(["ftp", "ftps"]);

/** Does the response need metadata before the content is requested? */
function isAskedAbout({ house, visit, url }: Task): boolean {
  const { headers, method } = visit.request;
  if (!house.served.can(url, "stat") || method === "POST") return false;
  return TOLD_APART.has(url.scheme) || isConditional(headers) || wantedRange(visit.request) !== undefined;
}

async function attributesOf({ house, url }: Task, call: CallOptions): Promise<Attributes | undefined> {
  try {
    return await house.source.stat(url.href, call);
  } catch (error) {
    // The document may exist even if the server sends no metadata. The `get` call handles redirects.
    if (isAccessError(error) && (error.code === "unsupported" || error.code === "redirect-refused"))
      return undefined;
    throw error;
  }
}

/** Parses a byte range. With If-Range there is none, because all our validators are weak (RFC 9110 §13.1.5). */
function wantedRange({ method, headers }: Request): ReturnType<typeof parseRange> {
  if (method !== "GET" || headers.has("if-range")) return undefined;
  return parseRange(headers.get("range"));
}

/** Serves the requested range. `undefined`: serve the whole document, as RFC 9110 §14.2 allows. */
async function partResponse(
  task: Task,
  call: CallOptions,
  attributes: Attributes,
): Promise<Response | undefined> {
  const { house, visit, url } = task;
  const spec = wantedRange(visit.request);
  const size = sizeOf(attributes);
  const type = typeOf(task, attributes);
  // If only the first bytes show the type, a range is not possible.
  if (spec === undefined || size === undefined || type === undefined) return undefined;
  const kind = kindOf(task, type);
  if (isMade(kind)) return undefined;
  const span = resolveRange(spec, size);
  if (span === undefined) return unsatisfied(size);
  if (span.start === span.end) return undefined;
  const retrieved = await house.source.get(url.href, { ...call, ...house.download, range: span });
  const validators = validatorsFor(
    task,
    { ...describedBy(retrieved, attributes), size },
    kind,
    tagOf(task, attributes),
  );
  const fields = {
    ...bodyFields(task, kind, retrieved.mediaType ?? attributes.mediaType),
    ...validatorFields(validators, house.now()),
    "accept-ranges": "bytes",
    "content-range": contentRange(span, size),
    "cache-control": "no-cache",
    ...varied(task),
  };
  return new Response(retrieved.body, { status: 206, headers: fields });
}

function unsatisfied(size: number): Response {
  const { status, message } = new Refusal({
    status: 416,
    code: "range-not-satisfiable",
    message: `the range is outside the document of ${size} bytes`,
  });
  return new Response(`range-not-satisfiable: ${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "content-range": contentRange(undefined, size) },
  });
}

function unchanged(task: Task, kind: Kind, validators: Validators): Response {
  const fields = {
    ...policyFields(kind),
    ...validatorFields(validators, task.house.now()),
    "cache-control": "no-cache",
    ...varied(task),
  };
  return new Response(null, { status: 304, headers: fields });
}

function validatorsFor(
  { house }: Task,
  described: Pick<Described, "size" | "modified">,
  kind: Kind,
  etag: string | undefined,
): Validators {
  if (!isMade(kind)) return validatorsOf(described, etag, "octets");
  // Signed links expire, even if the document does not change.
  if (house.pages === undefined) return {};
  // The response is generated, so its tag differs from the tag of the bytes.
  return validatorsOf(described, etag, isPage(kind) ? `page-${house.html}` : "links");
}

/** Rewrites the links of an HTML document for browsers, and names the character set that was used. */
async function led(
  { house, visit, url }: Task,
  kind: Kind,
  told: string | undefined,
  octets: ReadableStream<Uint8Array>,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly told: string | undefined }> {
  if (kind.as !== "sandbox" || !kind.rewritten) return { body: octets, told };
  const { served } = house;
  const { charset, body } = await rewritten(octets, {
    ...{ served, url, linker: visit.href },
    charset: charsetOf(told),
  });
  return { body, told: charset === undefined ? undefined : `text/html; charset=${charset}` };
}

/** Returns the entity-tag of an HTTP server. In other schemes, the attribute "etag" has no defined meaning. */
function tagOf({ url }: Task, attributes: Attributes | undefined): string | undefined {
  return isWeb(url) ? attributes?.attributes?.["etag"] : undefined;
}

function typeOf(
  { url }: Task,
  { mediaType }: { readonly mediaType?: string | undefined },
): string | undefined {
  return mediaTypeOf(mediaType, nameOf(url));
}

/** Finds the media type by server and name, or by the first bytes. Returns the complete body. */
async function typed(
  task: Task,
  told: string | undefined,
  octets: ReadableStream<Uint8Array>,
): Promise<{ readonly type: string; readonly body: ReadableStream<Uint8Array> }> {
  const type = typeOf(task, { mediaType: told });
  if (type !== undefined) return { type, body: octets };
  const { isText, body } = await peeked(octets);
  return { type: isText ? "text/plain" : "application/octet-stream", body };
}

/** Merges the metadata of the response with the metadata that was requested before. */
function describedBy(retrieved: GetResult, attributes: Attributes | undefined): Described {
  return {
    mediaType: retrieved.mediaType ?? attributes?.mediaType,
    size: retrieved.size ?? attributes?.size,
    modified: retrieved.modified ?? attributes?.modified,
  };
}

/** Returns the size if it is a safe integer. */
function sizeOf({ size }: { readonly size?: number | undefined }): number | undefined {
  return size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
