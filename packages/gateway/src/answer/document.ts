import type { CallOptions } from "@anyurl/client";
import {
  contentRange,
  createValidators,
  evaluatePreconditions,
  isConditional,
  parseRange,
  resolveRange,
  type Validators,
  validatorHeaders,
} from "@anyurl/client/front";
import { AccessError, type Attributes, isAccessError } from "@anyurl/core";
import { GatewayError, type SourceBody } from "../guard/index.ts";
import { isWeb } from "../hrefs.ts";
import { rewriteDocument } from "../rewrite/index.ts";
import { documentName } from "./disposition.ts";
import {
  contentHeaders,
  type DocumentInfo,
  type DocumentKind,
  documentFacts,
  documentKind,
  isPage,
  isTransformed,
  policyHeaders,
  renderTextPage,
} from "./document-kinds.ts";
import { HttpPassthrough } from "./http-passthrough.ts";
import { limitBody } from "./limit-body.ts";
import { findMediaType, parseCharset } from "./media.ts";
import { peekBody } from "./peek.ts";
import { callOptions, isHead, type RequestContext, varyHeaders } from "./request-context.ts";

/**
 * Serves a document: its bytes, with a media type and a file name that are safe in browsers, or a page for a text.
 * Rejects with the error of the call if that fails before its first byte.
 *
 * @param options for the scheme: the answers to a form.
 */
export async function documentResponse(
  task: RequestContext,
  options: CallOptions["options"] = {},
): Promise<Response> {
  const { context, incoming, url } = task;
  const began = context.now();
  const web = isWeb(url) ? new HttpPassthrough() : undefined;
  const call = callOptions(task, { options: { ...options, ...web?.options } });
  const attributes = needsMetadata(task) ? await fetchMetadata(task, call) : undefined;
  if (attributes?.kind === "directory")
    throw new AccessError("is-a-directory", "the URL identifies a directory", { scheme: url.scheme });
  if (attributes !== undefined && isConditional(incoming.request)) {
    const kind = documentKind(task, guessMediaType(task, attributes));
    // If only the content shows the type, it must be requested first.
    if (kind !== undefined) {
      const validators = documentValidators(task, attributes, kind, getEntityTag(task, attributes));
      if (evaluatePreconditions(incoming.request, validators, context.now()) === 304)
        return notModifiedResponse(task, kind, validators);
    }
  }
  const part = attributes && (await rangeResponse(task, call, attributes));
  if (part !== undefined) return part;

  let retrieved: SourceBody;
  try {
    retrieved = await context.source.get(url.href, { ...call, ...context.download });
  } catch (error) {
    if (web === undefined) throw error;
    return web.redirectResponse(error, task);
  }
  const described = mergeMetadata(retrieved, attributes);
  const { type, body: octets } = await detectMediaType(task, described.mediaType, retrieved.body);
  const kind = documentKind(task, type);
  const validators = documentValidators(
    task,
    described,
    kind,
    retrieved.etag ?? getEntityTag(task, attributes),
  );
  if (
    incoming.request.method !== "POST" &&
    evaluatePreconditions(incoming.request, validators, context.now()) === 304
  ) {
    await octets.cancel().catch(() => {});
    return notModifiedResponse(task, kind, validators);
  }
  const bounded = isTransformed(kind)
    ? limitBody(octets, context.call.limits ?? {}, context.now() - began)
    : octets;
  const { body, told } = await rewriteLinks(task, kind, described.mediaType, bounded);
  const fields = {
    ...contentHeaders(task, kind, told),
    ...validatorHeaders(validators, context.now()),
    ...(!isTransformed(kind) && safeSize(described) !== undefined && { "accept-ranges": "bytes" }),
    "cache-control": "no-cache",
    ...varyHeaders(task),
  };
  if (isHead(task)) {
    await body.cancel().catch(() => {});
    return new Response(null, { status: 200, headers: fields });
  }
  if (isPage(kind))
    return renderTextPage(task, described, body, fields, { facts: documentFacts(described, type) });
  return new Response(body, { status: 200, headers: fields });
}

/** Does the response need metadata before the content is requested? */
function needsMetadata({ context, incoming, url }: RequestContext): boolean {
  const { method } = incoming.request;
  if (!context.served.can(url, "stat") || method === "POST") return false;
  return (
    context.served.statsFirst(url) ||
    isConditional(incoming.request) ||
    parseRequestedRange(incoming.request) !== undefined
  );
}

async function fetchMetadata(
  { context, url }: RequestContext,
  call: CallOptions,
): Promise<Attributes | undefined> {
  try {
    return await context.source.stat(url.href, call);
  } catch (error) {
    // The document may exist even if the server sends no metadata. The `get` call handles redirects.
    if (isAccessError(error) && (error.code === "unsupported" || error.code === "redirect-refused"))
      return undefined;
    throw error;
  }
}

/** Parses a byte range. Ignores it with If-Range, because all our validators are weak (RFC 9110 §13.1.5). */
function parseRequestedRange({ method, headers }: Request): ReturnType<typeof parseRange> {
  if (method !== "GET" || headers.has("if-range")) return undefined;
  return parseRange(headers.get("range"));
}

/** Serves the requested range. `undefined`: serve the whole document, as RFC 9110 §14.2 allows. */
async function rangeResponse(
  task: RequestContext,
  call: CallOptions,
  attributes: Attributes,
): Promise<Response | undefined> {
  const { context, incoming, url } = task;
  const spec = parseRequestedRange(incoming.request);
  const size = safeSize(attributes);
  const type = guessMediaType(task, attributes);
  // If only the first bytes show the type, a range is not possible.
  if (spec === undefined || size === undefined || type === undefined) return undefined;
  const kind = documentKind(task, type);
  if (isTransformed(kind)) return undefined;
  const span = resolveRange(spec, size);
  if (span === undefined) return rangeErrorResponse(size);
  if (span.start === span.end) return undefined;
  const retrieved = await context.source.get(url.href, { ...call, ...context.download, range: span });
  const validators = documentValidators(
    task,
    { ...mergeMetadata(retrieved, attributes), size },
    kind,
    getEntityTag(task, attributes),
  );
  const fields = {
    ...contentHeaders(task, kind, retrieved.mediaType ?? attributes.mediaType),
    ...validatorHeaders(validators, context.now()),
    "accept-ranges": "bytes",
    "content-range": contentRange(span, size),
    "cache-control": "no-cache",
    ...varyHeaders(task),
  };
  return new Response(retrieved.body, { status: 206, headers: fields });
}

function rangeErrorResponse(size: number): Response {
  const { status, message } = new GatewayError({
    status: 416,
    code: "range-not-satisfiable",
    message: `the range is outside the document of ${size} bytes`,
  });
  return new Response(`range-not-satisfiable: ${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "content-range": contentRange(undefined, size) },
  });
}

function notModifiedResponse(task: RequestContext, kind: DocumentKind, validators: Validators): Response {
  const fields = {
    ...policyHeaders(kind),
    ...validatorHeaders(validators, task.context.now()),
    "cache-control": "no-cache",
    ...varyHeaders(task),
  };
  return new Response(null, { status: 304, headers: fields });
}

function documentValidators(
  { context }: RequestContext,
  described: Pick<DocumentInfo, "size" | "modified">,
  kind: DocumentKind,
  etag: string | undefined,
): Validators {
  if (!isTransformed(kind)) return createValidators({ ...described, etag }, "octets");
  // Signed links expire, even if the document does not change.
  if (context.pages === undefined) return {};
  // The response is generated, so its tag differs from the tag of the bytes.
  return createValidators({ ...described, etag }, isPage(kind) ? `page-${context.html}` : "links");
}

/** Rewrites the links of an HTML document for browsers, and names the character set that was used. */
async function rewriteLinks(
  { context, incoming, url }: RequestContext,
  kind: DocumentKind,
  told: string | undefined,
  octets: ReadableStream<Uint8Array>,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly told: string | undefined }> {
  if (kind.as !== "sandbox" || !kind.rewritten) return { body: octets, told };
  const { served } = context;
  const { charset, body } = await rewriteDocument(octets, {
    ...{ served, url, linker: incoming.href },
    charset: parseCharset(told),
  });
  return { body, told: charset === undefined ? undefined : `text/html; charset=${charset}` };
}

/** Returns the entity-tag of an HTTP server. In other schemes, the attribute "etag" has no defined meaning. */
function getEntityTag({ url }: RequestContext, attributes: Attributes | undefined): string | undefined {
  return isWeb(url) ? attributes?.attributes?.["etag"] : undefined;
}

function guessMediaType(
  { url }: RequestContext,
  { mediaType }: { readonly mediaType?: string | undefined },
): string | undefined {
  return findMediaType(mediaType, documentName(url));
}

/** Finds the media type by server and name, or by the first bytes. Returns the complete body. */
async function detectMediaType(
  task: RequestContext,
  told: string | undefined,
  octets: ReadableStream<Uint8Array>,
): Promise<{ readonly type: string; readonly body: ReadableStream<Uint8Array> }> {
  const type = guessMediaType(task, { mediaType: told });
  if (type !== undefined) return { type, body: octets };
  const { isText, body } = await peekBody(octets);
  return { type: isText ? "text/plain" : "application/octet-stream", body };
}

/** Merges the metadata of the response with the metadata that was requested before. */
function mergeMetadata(retrieved: SourceBody, attributes: Attributes | undefined): DocumentInfo {
  return {
    mediaType: retrieved.mediaType ?? attributes?.mediaType,
    size: retrieved.size ?? attributes?.size,
    modified: retrieved.modified ?? attributes?.modified,
  };
}

/** Returns the size if it is a safe integer. */
function safeSize({ size }: { readonly size?: number | undefined }): number | undefined {
  return size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
