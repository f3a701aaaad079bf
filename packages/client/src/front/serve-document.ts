import { AccessError, isAccessError } from "@anyurl/core";
import {
  type ByteSpan,
  contentRange,
  parseRange,
  type RangeSpec,
  resolveRange,
  toSafeSize,
} from "./byte-range.ts";
import { evaluatePreconditions, isConditional, type RequestHead } from "./preconditions.ts";
import { createValidators, validatorHeaders } from "./validators.ts";

/** What is known of a document, from its metadata or with its content. */
export interface DocumentInfo {
  readonly mediaType?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
  /** The entity-tag of the server (RFC 9110 §8.8.3). */
  readonly etag?: string | undefined;
  /** The URL where it was found, after redirects. */
  readonly url?: string | undefined;
}

/** The content of a document, or a range of it. */
export interface DocumentContent extends DocumentInfo {
  readonly body: ReadableStream<Uint8Array>;
}

/** One way to send a document (RFC 9110 §3.2). */
export interface Representation {
  /** Header fields of every response, of a 304 as well (RFC 9110 §15.4.5). */
  readonly fields: Readonly<Record<string, string>>;
  /** Header fields of responses with content, and of those to HEAD. `undefined` if only the content shows them. */
  readonly contentFields: Readonly<Record<string, string>> | undefined;
  /**
   * Distinguishes the entity-tags of the representations of one document. Absent if the representation changes when the
   * document does not: then it has no validators.
   */
  readonly variant: string | undefined;
  /** Is the content the bytes of the document? Only then ranges apply. */
  readonly isExact: boolean;
}

/** A document of any scheme, as {@link serveDocument} reads it. */
export interface ServedDocument {
  /** Requests the metadata. Absent if the scheme cannot; `undefined` if the server does not send it. */
  readonly stat?: (() => Promise<(DocumentInfo & { readonly kind?: string }) | undefined>) | undefined;
  /** Request metadata even if the request does not depend on it. Default false. */
  readonly statFirst?: boolean;
  get(span?: ByteSpan): Promise<DocumentContent>;
  /** Returns how to send the document, or `undefined` if only its content shows that. */
  represent(info: DocumentInfo): Representation | undefined;
  /** Like `represent`, with the content. Returns the content to send. */
  open(content: DocumentContent): Promise<OpenedDocument>;
  /** Rejects the request: with a response, or an error. */
  reject(status: 412 | 416, detail: string, fields: Readonly<Record<string, string>>): Response;
}

export interface OpenedDocument {
  readonly representation: Representation;
  readonly body: ReadableStream<Uint8Array>;
  /** Creates the response with the status 200, if the body is rendered. */
  render?(fields: Readonly<Record<string, string>>): Promise<Response>;
}

/**
 * Serves a document as RFC 9110 requires: evaluates preconditions (§13), sends a range if its bytes can be determined
 * (§14), and answers HEAD without the content (§9.3.2). The metadata is requested first if the response depends on it.
 *
 * @param now milliseconds since the epoch.
 * @throws {AccessError} is-a-directory; and the errors of the document, before its first byte.
 */
export async function serveDocument(
  request: RequestHead,
  document: ServedDocument,
  now: () => number,
): Promise<Response> {
  const range = parseRequestedRange(request);
  const isHead = request.method === "HEAD";
  const needsInfo = document.statFirst === true || isHead || range !== undefined || isConditional(request);
  const info = needsInfo ? await findInfo(document) : undefined;
  if (info?.kind === "directory") throw new AccessError("is-a-directory", "the URL identifies a directory");
  const known = info && document.represent(info);
  if (known !== undefined) {
    const early = evaluate(request, document, known, info!, now());
    if (early !== undefined) return early;
    if (isHead && known.contentFields !== undefined)
      return new Response(null, { status: 200, headers: responseFields(known, info!, now()) });
  }
  const isPart = range !== undefined && known?.isExact === true && toSafeSize(info) !== undefined;
  if (isPart) {
    const part = await servePart(document, known, info!, range, now);
    if (part !== undefined) return part;
  }

  const content = mergeInfo(await document.get(), info);
  const opened = await document.open(content);
  const { representation, body } = opened;
  const early = evaluate(request, document, representation, content, now());
  if (early !== undefined) {
    await cancel(body);
    return early;
  }
  if (range !== undefined && !isPart && representation.isExact && toSafeSize(content) !== undefined) {
    const part = await servePart(document, representation, content, range, now, body);
    if (part !== undefined) return part;
  }
  const headers = responseFields(representation, content, now());
  if (isHead) {
    await cancel(body);
    return new Response(null, { status: 200, headers });
  }
  return opened.render?.(headers) ?? new Response(body, { status: 200, headers });
}

/**
 * Parses the range that a request selects. With If-Range it is ignored, because all validators are weak (RFC 9110
 * §13.1.5).
 */
function parseRequestedRange({ method, headers }: RequestHead): RangeSpec | undefined {
  if (method !== "GET" || headers.has("if-range")) return undefined;
  return parseRange(headers.get("range"));
}

/** Requests the metadata. Returns `undefined` if the scheme or the server does not send it. */
export async function findInfo({
  stat,
}: Pick<ServedDocument, "stat">): ReturnType<NonNullable<ServedDocument["stat"]>> {
  try {
    return await stat?.();
  } catch (error) {
    // The document may exist even if its server sends no metadata.
    if (isAccessError(error) && error.code === "unsupported") return undefined;
    throw error;
  }
}

/** Returns the content with what only the metadata says. */
function mergeInfo(content: DocumentContent, info: DocumentInfo | undefined): DocumentContent {
  return {
    body: content.body,
    url: content.url,
    mediaType: content.mediaType ?? info?.mediaType,
    size: content.size ?? info?.size,
    modified: content.modified ?? info?.modified,
    etag: content.etag ?? info?.etag,
  };
}

/** Returns the response if a precondition decides it. */
function evaluate(
  request: RequestHead,
  document: ServedDocument,
  representation: Representation,
  info: DocumentInfo,
  now: number,
): Response | undefined {
  const { fields, variant } = representation;
  const validators = createValidators(info, variant);
  const status = evaluatePreconditions(request, validators, now);
  if (status === undefined) return undefined;
  if (status === 412)
    return document.reject(412, "the resource is not in the state that the request requires", {});
  return new Response(null, { status, headers: { ...fields, ...validatorHeaders(validators, now) } });
}

/**
 * Serves a range of a document with a known size. `undefined`: send the whole document, as RFC 9110 §14.2 allows.
 *
 * @param whole the content, if the transfer has begun. It is canceled unless the range is all of it.
 */
async function servePart(
  document: ServedDocument,
  representation: Representation,
  info: DocumentInfo,
  range: RangeSpec,
  now: () => number,
  whole?: ReadableStream<Uint8Array>,
): Promise<Response | undefined> {
  const size = toSafeSize(info)!;
  const span = resolveRange(range, size);
  // A range of an empty document has no first byte to state in Content-Range.
  if (span !== undefined && span.start === span.end) return undefined;
  const isAll = span !== undefined && span.end - span.start === size;
  if (whole !== undefined && !isAll) await cancel(whole);
  if (span === undefined)
    return document.reject(416, `the range is outside of the document of ${size} bytes`, {
      "content-range": contentRange(undefined, size),
    });
  const content = isAll && whole !== undefined ? undefined : mergeInfo(await document.get(span), info);
  const described = { ...(content ?? info), size };
  const headers = {
    ...responseFields(document.represent(described) ?? representation, described, now()),
    "content-range": contentRange(span, size),
  };
  return new Response(content?.body ?? whole!, { status: 206, headers });
}

function responseFields(
  { fields, contentFields, variant, isExact }: Representation,
  info: DocumentInfo,
  now: number,
): Record<string, string> {
  const validators = createValidators(info, variant);
  return {
    ...fields,
    ...contentFields,
    ...validatorHeaders(validators, now),
    ...(isExact && toSafeSize(info) !== undefined && { "accept-ranges": "bytes" }),
  };
}

async function cancel(body: ReadableStream<Uint8Array>): Promise<void> {
  await body.cancel().catch(() => {});
}
