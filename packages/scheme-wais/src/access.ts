import { type Attributes, type Entity, type Entry, loginOf } from "@anyurl/core";
import { bodyOf, type Connection, type Context, type Lease, perform } from "@anyurl/core/exchange";
import type { Wanted } from "./document.ts";
import { entriesOf } from "./entries.ts";
import { type Place, probe, retrieve, search as searching } from "./exchange.ts";
import { MARKED_TYPES } from "./highlighting.ts";
import { type Settings, settingsOf } from "./options.ts";
import { type Piece, retrievalRequest, searchRequest } from "./request.ts";
import type { Agreement } from "./session.ts";
import { DEFAULT_PORT, type WaisUrl } from "./syntax.ts";
import { documentOf, hasEntries, wordsOf } from "./target.ts";
import { mediaTypeOf } from "./types.ts";

/**
 * Retrieves a document. Resolves once the server has sent the first octets of it.
 *
 * @throws {AccessError} is-a-directory: a database or a search, which `list` reads; bad-option, not-found, …
 */
export async function get(url: WaisUrl, context: Context): Promise<Entity> {
  const settings = settingsOf(url, context);
  const wanted = documentOf(url, context.range);
  // Where something is taken out, octets cannot be counted before they have come.
  const isRaw = settings.highlighting === "keep" || !MARKED_TYPES.has(wanted.type);
  const asked: Wanted = isRaw ? wanted : { ...wanted, range: undefined };
  retrievalRequest(asked, LONGEST, settings);
  const { place, connection } = await connect(url, context, settings);
  const events = perform(retrieve(asked, settings, place), connection, context);
  // "begun", or an error that is thrown here.
  await events.next();
  const mediaType = mediaTypeOf(wanted.type);
  return {
    framing: "reply",
    body: bodyOf(events),
    start: asked.range?.start ?? 0,
    ...(mediaType !== undefined && { mediaType }),
    ...(isRaw && wanted.length !== undefined && { size: wanted.length }),
  };
}

/**
 * What a search finds; what a database says of itself: its description and its catalogue; the databases of a
 * server.
 *
 * @throws {AccessError} not-a-directory: the URL names a document.
 */
export async function* list(url: WaisUrl, context: Context): AsyncGenerator<Entry, void, void> {
  yield* search(url, context, wordsOf(url));
}

/** What is found in the database of the URL, whatever words the URL itself has. */
export async function* search(
  url: WaisUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const settings = settingsOf(url, context);
  wordsOf(url);
  searchRequest(url.parts, words, settings);
  const { place, connection } = await connect(url, context, settings);
  const events = perform(searching(url.parts, words, settings, place), connection, context);
  for await (const event of events) yield* entriesOf(event, url, settings);
}

/**
 * Is it there? Asks for the first octet of a document, or for what a database says of itself.
 *
 * @throws {AccessError} not-found, …
 */
export async function stat(url: WaisUrl, context: Context): Promise<Attributes> {
  const settings = { ...settingsOf(url, context), sources: false };
  return hasEntries(url) ? statEntries(url, context, settings) : statDocument(url, context, settings);
}

async function statEntries(url: WaisUrl, context: Context, settings: Settings): Promise<Attributes> {
  const words = wordsOf(url);
  searchRequest(url.parts, words, settings);
  const { place, connection } = await connect(url, context, settings);
  // That there is an answer is all that is wanted of it.
  for await (const _ of perform(searching(url.parts, words, settings, place), connection, context));
  // A database takes words; a search has them, and a server has databases.
  const takesWords = url.parts.search === undefined && url.parts.database !== "";
  return { kind: takesWords ? "search" : "directory" };
}

async function statDocument(url: WaisUrl, context: Context, settings: Settings): Promise<Attributes> {
  const wanted = documentOf(url);
  retrievalRequest(wanted, LONGEST, settings);
  const { place, connection } = await connect(url, context, settings);
  for await (const _ of perform(probe(wanted, settings, place), connection, context));
  const mediaType = mediaTypeOf(wanted.type);
  return {
    kind: "file",
    ...(wanted.length !== undefined && { size: wanted.length }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** The request that has the most digits: what cannot be asked for is refused before anything is dialled. */
const LONGEST: Piece = { start: Number.MAX_SAFE_INTEGER - 1, end: Number.MAX_SAFE_INTEGER };

interface Connected {
  readonly place: Place;
  readonly connection: Connection | Lease;
}

/** A connection that is kept, where connections are, or a new one. */
async function connect(url: WaisUrl, context: Context, settings: Settings): Promise<Connected> {
  const { hostname, port } = loginOf(url, DEFAULT_PORT);
  const endpoint = { host: hostname, port };
  const lease = await context.lease?.(endpoint, { key: [String(settings.init)] });
  if (lease === undefined) return { place: { endpoint }, connection: await context.connect(endpoint) };
  return { place: { endpoint, agreement: lease.state as Agreement | undefined }, connection: lease };
}
