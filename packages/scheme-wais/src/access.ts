import { type Attributes, type Entity, type Entry, parseLogin } from "@anyurl/core";
import {
  type Context as AnyContext,
  bodyFromExchange,
  type Connection,
  type Lease,
  perform,
} from "@anyurl/core/exchange";
import type { DocumentRequest } from "./document.ts";
import { toEntries } from "./entries.ts";
import { checkExists, retrieve, search as searching, type WaisEndpoint } from "./exchange.ts";
import { MARKED_TYPES } from "./highlighting.ts";
import { findMediaType } from "./media-types.ts";
import { type ResolvedWaisOptions, resolveSettings, type Settings } from "./options.ts";
import { type ByteSpan, formatRetrievalRequest, formatSearchRequest } from "./request.ts";
import type { NegotiatedSettings } from "./session.ts";
import { DEFAULT_PORT, type WaisUrl } from "./syntax.ts";
import { hasEntries, searchWords, toDocument } from "./target.ts";

type Context = AnyContext<ResolvedWaisOptions>;

/**
 * Downloads a document. Resolves after the server has sent its first bytes.
 *
 * @throws {AccessError} is-a-directory: the URL is a database or a search; use `list`; bad-option, not-found, …
 */
export async function get(url: WaisUrl, context: Context): Promise<Entity> {
  const settings = resolveSettings(url, context);
  const wanted = toDocument(url, context.range);
  // If highlighting is removed, the size is unknown in advance.
  const isRaw = settings.highlighting === "keep" || !MARKED_TYPES.has(wanted.type);
  const asked: DocumentRequest = isRaw ? wanted : { ...wanted, range: undefined };
  formatRetrievalRequest(asked, LONGEST_RANGE, settings);
  const { place, connection } = await connect(url, context, settings);
  const events = perform(retrieve(asked, settings, place), connection, context);
  // Wait for "begun", so that an error is thrown here.
  await events.next();
  const mediaType = findMediaType(wanted.type);
  return {
    framing: "reply",
    body: bodyFromExchange(events),
    start: asked.range?.start ?? 0,
    ...(mediaType !== undefined && { mediaType }),
    ...(isRaw && wanted.length !== undefined && { size: wanted.length }),
  };
}

/**
 * Lists the results of a search, the description and the catalog of a database, or the databases of a server.
 *
 * @throws {AccessError} not-a-directory: the URL is a document.
 */
export async function* list(url: WaisUrl, context: Context): AsyncGenerator<Entry, void, void> {
  yield* search(url, context, searchWords(url));
}

/** Searches the database of the URL. The words in the URL are ignored. */
export async function* search(
  url: WaisUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const settings = resolveSettings(url, context);
  searchWords(url);
  formatSearchRequest(url.parts, words, settings);
  const { place, connection } = await connect(url, context, settings);
  const events = perform(searching(url.parts, words, settings, place), connection, context);
  for await (const event of events) yield* toEntries(event, url, settings);
}

/**
 * Checks whether a document or database exists: requests the first byte of a document, or the description of a
 * database.
 *
 * @throws {AccessError} not-found, …
 */
export async function stat(url: WaisUrl, context: Context): Promise<Attributes> {
  const settings = { ...resolveSettings(url, context), sources: false };
  return hasEntries(url) ? checkDatabase(url, context, settings) : checkDocument(url, context, settings);
}

async function checkDatabase(url: WaisUrl, context: Context, settings: Settings): Promise<Attributes> {
  const words = searchWords(url);
  formatSearchRequest(url.parts, words, settings);
  const { place, connection } = await connect(url, context, settings);
  // Only the existence of a response matters.
  for await (const _ of perform(searching(url.parts, words, settings, place), connection, context));
  // A database can be searched; a search and a server have entries.
  const takesWords = url.parts.search === undefined && url.parts.database !== "";
  return { kind: takesWords ? "search" : "directory" };
}

async function checkDocument(url: WaisUrl, context: Context, settings: Settings): Promise<Attributes> {
  const wanted = toDocument(url);
  formatRetrievalRequest(wanted, LONGEST_RANGE, settings);
  const { place, connection } = await connect(url, context, settings);
  for await (const _ of perform(checkExists(wanted, settings, place), connection, context));
  const mediaType = findMediaType(wanted.type);
  return {
    kind: "file",
    ...(wanted.length !== undefined && { size: wanted.length }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** Format the request with the most digits, so that an invalid one is rejected before connecting. */
const LONGEST_RANGE: ByteSpan = { start: Number.MAX_SAFE_INTEGER - 1, end: Number.MAX_SAFE_INTEGER };

interface WaisTarget {
  readonly place: WaisEndpoint;
  readonly connection: Connection | Lease;
}

/** Uses a pooled connection, or a new one. */
async function connect(url: WaisUrl, context: Context, settings: Settings): Promise<WaisTarget> {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const endpoint = { host: hostname, port };
  const lease = await context.lease?.(endpoint, { key: [String(settings.init)] });
  if (lease === undefined) return { place: { endpoint }, connection: await context.connect(endpoint) };
  return { place: { endpoint, agreement: lease.state as NegotiatedSettings | undefined }, connection: lease };
}
