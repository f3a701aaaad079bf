import {
  AccessError,
  type Attributes,
  type ByteRange,
  type Entity,
  type Entry,
  type RangeRequest,
  type Source,
} from "@anyurl/core";
import type { Context as AnyContext, HttpField } from "@anyurl/core/exchange";
import { sendChange } from "./change.ts";
import { contentCodings } from "./codings.ts";
import { describeContent, parseContentLength, toEmptyEntity, toEntity, toPartialEntity } from "./entity.ts";
import { findFieldValue, parseContentRange } from "./fields.ts";
import type { ResolvedHttpOptions } from "./options.ts";
import { describeResult, type HttpResult, sendRequest } from "./send-request.ts";
import { type HttpSettings, toSettings } from "./settings.ts";
import { notifyResponse, requireSuccess } from "./success.ts";
import type { HttpUrl } from "./syntax.ts";

export { request } from "./message.ts";

type Context = AnyContext<ResolvedHttpOptions>;

/**
 * Retrieves a resource with GET. Resolves when the server has sent the response header.
 *
 * @throws {AccessError} not-found, permission-denied, auth-required, auth-failed, not-modified, redirect-refused, …
 */
export async function get(url: HttpUrl, context: Context): Promise<Entity> {
  const wishes = toSettings(context.options);
  const { limits } = context;
  const range = context.range && extendEmptyRange(context.range);
  const now = context.now();
  if (range === undefined) {
    const answered = requireSuccess(
      await sendRequest(url, createFullRequest(wishes), context, wishes),
      context,
      wishes,
    );
    if (answered.response.status === 206 && !wishes.anyStatus)
      throw await closeWithError(answered, unexpectedPartError());
    return { ...describeResult(answered), ...toEntity(answered.response, limits, now) };
  }
  const answered = await sendRequest(url, createRangeRequest(range), context, wishes);
  const { response } = answered;
  const part = await readPartial(answered, range, now).catch(async (error) => {
    throw await closeWithError(answered, error);
  });
  if (part === "whole") {
    // The server cannot send this range, so get the whole body; the client extracts the range.
    await response.body.return(true);
    const { range: _, ...unranged } = context;
    return get(url, unranged);
  }
  if (part !== undefined) {
    notifyResponse(answered, wishes);
    return { ...describeResult(answered), ...part };
  }
  const whole = requireSuccess(answered, context, wishes);
  return { ...describeResult(whole), ...toEntity(whole.response, limits, now) };
}

/** Returns the partial entity; "whole" if this range is not available; `undefined` if the response is not partial. */
async function readPartial(
  { response }: HttpResult,
  range: ByteRange,
  now: number,
): Promise<Entity | "whole" | undefined> {
  if (response.status === 206) return toPartialEntity(response, range, now) ?? "whole";
  if (response.status !== 416) return undefined;
  const nothing = toEmptyEntity(response, range, now);
  if (nothing === undefined) return "whole";
  await response.body.return(true);
  return nothing;
}

function createFullRequest({ acceptEncoding, fields }: HttpSettings): {
  readonly method: string;
  readonly fields: readonly HttpField[];
} {
  // If the caller sets Range in the fields, it refers to the body without a content coding.
  const isPart = fields.some(([name]) => name === "range");
  const wanted = isPart ? "identity" : acceptEncoding;
  return { method: "GET", fields: wanted === undefined ? [] : [["accept-encoding", wanted]] };
}

/** Extends an empty range to one byte, because HTTP cannot request an empty range. */
function extendEmptyRange(range: RangeRequest): RangeRequest {
  const { start, end } = range;
  return end === undefined ? range : { ...range, end: Math.max(start + 1, end) };
}

/** Returns a range request without a content coding, because offsets within encoded content are useless. */
function createRangeRequest({ start, end, etag }: RangeRequest): {
  readonly method: string;
  readonly fields: readonly HttpField[];
} {
  const last = end === undefined ? "" : end - 1;
  return {
    method: "GET",
    fields: [
      ["range", `bytes=${start}-${last}`],
      ...(etag === undefined ? [] : [["if-range", etag] as const]),
      ["accept-encoding", "identity"],
    ],
  };
}

/** Returns the metadata of a resource with HEAD. If the server does not support HEAD, requests one byte with GET. */
export async function stat(url: HttpUrl, context: Context): Promise<Attributes> {
  const wishes = toSettings(context.options);
  if (wishes.webdav === "always") {
    const { describeResource } = await import("./webdav/collection.ts");
    return describeResource(url, context, wishes);
  }
  const head = await sendRequest(url, { method: "HEAD" }, context, wishes);
  if (!(NO_HEAD.has(head.response.status) && !wishes.anyStatus)) {
    return readAttributes(requireSuccess(head, context, wishes), context, parseContentLength(head.response));
  }
  await head.response.body.return(true);
  const one = await sendRequest(url, createRangeRequest({ start: 0, end: 1 }), context, wishes);
  // An empty body has no first byte (RFC 9110 §15.5.17).
  const isEmpty = one.response.status === 416;
  const answered = isEmpty ? one : requireSuccess(one, context, wishes);
  if (isEmpty) notifyResponse(one, wishes);
  const isPart = isEmpty || one.response.status === 206;
  const { size } =
    (isPart ? parseContentRange(one.response.fields) : { size: parseContentLength(one.response) }) ?? {};
  return readAttributes(answered, context, size);
}

const NO_HEAD: ReadonlySet<number> = new Set([405, 501]);

/** Header fields that `stat` returns as attributes. */
const ATTRIBUTE_FIELDS: readonly string[] = [
  ...["etag", "cache-control", "expires", "vary", "accept-ranges", "allow"],
  ...["content-language", "content-encoding", "content-location", "content-disposition"],
];

async function readAttributes(
  { response }: HttpResult,
  context: Context,
  size: number | undefined,
): Promise<Attributes> {
  await response.body.return(true);
  const told = ATTRIBUTE_FIELDS.flatMap((name) => {
    const value = findFieldValue(response.fields, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  // The entity-tag is among the attributes.
  const { etag: _, ...usual } = describeContent(response, context.now());
  return {
    kind: "file",
    ...usual,
    ...(size !== undefined && contentCodings(response).length === 0 && { size }),
    ...(told.length > 0 && { attributes: Object.fromEntries(told) }),
  };
}

/** Creates or replaces the resource (RFC 9110 §9.3.4). */
export async function put(url: HttpUrl, context: Context, source: Source): Promise<void> {
  await sendChange(url, context, { method: "PUT", body: source });
}

/** Sends a message to the resource (RFC 9110 §9.3.3), or an empty one. */
export async function send(url: HttpUrl, context: Context, message?: Source): Promise<void> {
  await sendChange(url, context, { method: "POST", body: message });
}

/** Deletes the resource (RFC 9110 §9.3.5). Of a WebDAV server, only a file or an empty directory. */
export async function remove(url: HttpUrl, context: Context): Promise<void> {
  const settings = toSettings(context.options);
  if (settings.webdav === "never" || url.query !== undefined)
    return sendChange(url, context, { method: "DELETE" });
  const { removeResource } = await import("./webdav/change.ts");
  return removeResource(url, context, settings);
}

/**
 * Lists a directory by WebDAV (RFC 4918 §9.1).
 *
 * @throws {AccessError} unsupported: the server has no WebDAV there, or the option webdav is "never".
 */
export async function* list(url: HttpUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const settings = requireWebdav(context);
  const { listCollection } = await import("./webdav/collection.ts");
  yield* listCollection(url, context, settings);
}

/** Makes a directory by WebDAV (RFC 4918 §9.3). */
export async function makeDirectory(url: HttpUrl, context: Context): Promise<void> {
  const settings = requireWebdav(context);
  const { makeCollection } = await import("./webdav/change.ts");
  return makeCollection(url, context, settings);
}

/** Moves a file or a directory by WebDAV (RFC 4918 §9.9). */
export async function rename(url: HttpUrl, context: Context, to: HttpUrl): Promise<void> {
  const settings = requireWebdav(context);
  const { moveResource } = await import("./webdav/change.ts");
  return moveResource(url, context, to, settings);
}

function requireWebdav({ options }: Context): HttpSettings {
  const settings = toSettings(options);
  if (settings.webdav !== "never") return settings;
  throw new AccessError("unsupported", 'directories need WebDAV, and the option webdav is "never"');
}

async function closeWithError({ response }: HttpResult, error: unknown): Promise<unknown> {
  await response.body.return(true);
  return error;
}

function unexpectedPartError(): AccessError {
  return new AccessError("protocol-error", "unexpected 206 response: the request had no Range header");
}
