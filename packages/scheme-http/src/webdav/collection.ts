import { AccessError, type Attributes, type Entry } from "@anyurl/core";
import { type Context as AnyContext, listingTooLargeError, skippedLinesEntry } from "@anyurl/core/exchange";
import { contentCodings, decodeContent } from "../codings.ts";
import type { ResolvedHttpOptions } from "../options.ts";
import { type HttpResult, sendRequest } from "../send-request.ts";
import type { HttpSettings } from "../settings.ts";
import { requireSuccess } from "../success.ts";
import type { HttpUrl } from "../syntax.ts";
import { MemberReader, toAttributes } from "./member.ts";
import { type DavResource, readMultistatus } from "./multistatus.ts";
import { createPropfind, toOwnSettings } from "./propfind.ts";

type Context = AnyContext<ResolvedHttpOptions>;

/**
 * Yields the members of a collection (RFC 4918 §9.1). A member outside of the collection has no URL.
 *
 * @throws {AccessError} unsupported: the server has no WebDAV here; not-a-directory, not-found, …
 */
export async function* listCollection(
  url: HttpUrl,
  context: Context,
  settings: HttpSettings,
): AsyncGenerator<Entry, void, void> {
  const result = await propfind(url, "1", context, settings);
  if (result.response.status !== 207) throw await toListingError(result, context, settings);
  const { limits } = context;
  const reader = new MemberReader(result.url, context.now());
  let count = 0;
  let skipped = 0;
  let self: DavResource | undefined;
  for await (const resource of resources(result, context)) {
    if (resource === "too-long") {
      skipped++;
      continue;
    }
    const entry = reader.read(resource);
    if (entry === "self") self = resource;
    else if (entry !== undefined) {
      if (++count > limits.maxEntries) throw listingTooLargeError("entries", "maxEntries", limits.maxEntries);
      yield entry;
    }
  }
  if (self?.isCollection === false && count === 0)
    throw new AccessError("not-a-directory", "the resource is not a directory", { hint: "use get" });
  const left = skippedLinesEntry(skipped, limits);
  if (left !== undefined) yield left;
}

/** Returns the metadata of a resource by PROPFIND. @throws {AccessError} unsupported: the server has no WebDAV here. */
export async function describeResource(
  url: HttpUrl,
  context: Context,
  settings: HttpSettings,
): Promise<Attributes> {
  const result = await propfind(url, "0", context, settings);
  if (result.response.status !== 207) throw await toListingError(result, context, settings);
  for await (const resource of resources(result, context))
    if (resource !== "too-long") return toAttributes(resource, context.now());
  throw new AccessError("protocol-error", "the server sent a WebDAV response without a resource");
}

/** What a URL identifies; `undefined` if the server has no WebDAV there, or nothing at this URL. */
export type Found = "file" | "directory" | "empty-directory" | undefined;

/** Asks for a resource and its members. Does not read all members. */
export async function findResource(
  url: HttpUrl,
  context: Context,
  settings: HttpSettings,
  depth: "0" | "1",
): Promise<Found> {
  const result = await propfind(url, depth, context, settings);
  if (result.response.status !== 207) {
    await result.response.body.return(true);
    return undefined;
  }
  const reader = new MemberReader(result.url, context.now());
  let isCollection = false;
  for await (const resource of resources(result, context)) {
    const entry = resource === "too-long" ? resource : reader.read(resource);
    if (entry === "self")
      isCollection = toAttributes(resource as DavResource, context.now()).kind === "directory";
    else if (entry !== undefined) return "directory";
  }
  return isCollection ? "empty-directory" : "file";
}

function propfind(
  url: HttpUrl,
  depth: "0" | "1",
  context: Context,
  settings: HttpSettings,
): Promise<HttpResult> {
  return sendRequest(url, createPropfind(depth), context, toOwnSettings(settings));
}

function resources(
  { response }: HttpResult,
  { limits }: Context,
): AsyncGenerator<DavResource | "too-long", void, void> {
  const codings = contentCodings(response);
  const body = codings.length > 0 ? decodeContent(response.body, codings, limits) : response.body;
  return readMultistatus(body, limits);
}

/** Statuses of servers without WebDAV, and any success that is not a 207: the server took it for another method. */
const WITHOUT_WEBDAV: ReadonlySet<number> = new Set([400, 405, 501]);

async function toListingError(
  result: HttpResult,
  context: Context,
  settings: HttpSettings,
): Promise<unknown> {
  const { status, reason, body } = result.response;
  const isOther = status >= 200 && status < 300;
  if (isOther || WITHOUT_WEBDAV.has(status)) {
    await body.return(true);
    return new AccessError("unsupported", "the server does not list this directory: it has no WebDAV there", {
      ...{ reply: reason, replyCode: status },
      hint: "use get for the page of the directory",
    });
  }
  try {
    requireSuccess(result, context, toOwnSettings(settings));
  } catch (error) {
    return error;
  }
  await body.return(true);
  return new AccessError("protocol-error", `the server responded with ${status}`, { replyCode: status });
}
