import { AccessError, type Attributes, displayText, type Entity, type Entry, parseLogin } from "@anyurl/core";
import { type Context as AnyContext, type Connection, type Exchange, perform } from "@anyurl/core/exchange";
import type { AssociationInit } from "./association.ts";
import { isUnsupportedSearch } from "./diagnostic.ts";
import { toEntry } from "./entries.ts";
import { greet, retrieve, searchRecords } from "./exchange.ts";
import { askLogin } from "./login.ts";
import type { FoundRecord } from "./message.ts";
import type { Z3950Settings } from "./options.ts";
import { readResponse } from "./read-response.ts";
import { contentOf, type RecordContent, summarize } from "./record.ts";
import { syntaxName } from "./record-syntax.ts";
import { createSession } from "./session.ts";
import type { Z3950Session } from "./session-types.ts";
import { DEFAULT_PORT, type Z3950Url } from "./syntax.ts";
import {
  checkControls,
  hasRecords,
  type SearchTarget,
  toDatabases,
  toPreferences,
  toRecord,
  toSearch,
} from "./target.ts";

type Context = AnyContext<Z3950Settings>;

/**
 * Downloads the record of a URL. Resolves after the record has arrived.
 *
 * @throws {AccessError} bad-field: the URL has no docid; is-a-directory; not-found; protocol-error: several records have
 *   the docid; unsupported: the server does not have the record in a requested syntax, …
 */
export async function get(url: Z3950Url, context: Context): Promise<Entity> {
  const { events, content } = await retrieveRecord(url, context);
  const { mediaType, octets } = content;
  return { mediaType, size: octets.length, framing: "length", body: bodyOf(octets, events) };
}

/** Yields the bytes of a record, and ends the association. */
async function* bodyOf(
  octets: Uint8Array,
  events: AsyncGenerator<FoundRecord, void, void>,
): AsyncGenerator<Uint8Array, true, void> {
  try {
    if (octets.length > 0) yield octets;
    await events.next();
  } finally {
    await events.return();
  }
  return true;
}

/**
 * Returns what the server says about a record, without its content: its size, its title, and its author. For a session
 * the name of the server's program.
 *
 * @throws {AccessError} not-found, …
 */
export async function stat(url: Z3950Url, context: Context): Promise<Attributes> {
  checkControls(url);
  if (hasRecords(url)) {
    const events = await run(url, context, greet);
    const { value: server } = await events.next();
    await events.next();
    return { kind: "search", ...(typeof server === "string" && { attributes: { server } }) };
  }
  const { record, content, events } = await retrieveRecord(url, context);
  await events.next();
  const texts = Object.entries(summarize(record)).map(([name, text]) => [name, displayText(text)] as const);
  return {
    kind: "file",
    mediaType: content.mediaType,
    size: content.octets.length,
    attributes: { ...Object.fromEntries(texts), recordSyntax: syntaxName(record.syntax) },
  };
}

/**
 * Lists every record of a database, as far as the option maxRecords allows. Not every server supports it: then an entry
 * says that only `search` works.
 *
 * @throws {AccessError} not-a-directory: the URL names a record; bad-field; not-found: the database, …
 */
export async function* list(url: Z3950Url, context: Context): AsyncGenerator<Entry, void, void> {
  try {
    yield* listRecords(url, context, toSearch(url, context.options));
  } catch (error) {
    if (!isUnsupportedSearch(error)) throw error;
    // Programs show it beside a form for words.
    yield {
      name: "the server does not list every record: search for words",
      kind: "information",
      url: undefined,
    };
  }
}

/** Searches the databases of the URL for records with all words. The option searchUse says in which field. */
export async function* search(
  url: Z3950Url,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  yield* listRecords(url, context, toSearch(url, context.options, words));
}

async function* listRecords(
  url: Z3950Url,
  context: Context,
  target: SearchTarget,
): AsyncGenerator<Entry, void, void> {
  const events = await run(url, context, (init) => searchRecords(target, init));
  for await (const event of events) yield toEntry(event, url, target.databases, context.options);
}

/**
 * Opens a session: begins an association, and searches for the docid, if the URL has one.
 *
 * @throws {AccessError} unsupported: a z39.50r URL, which is not a session; permission-denied, auth-failed, …
 */
export async function open(url: Z3950Url, context: Context): Promise<Z3950Session> {
  const { options } = context;
  checkControls(url);
  if (url.parts.kind !== "session")
    throw new AccessError("unsupported", "the URL names a record, and not a session", {
      hint: "write z39.50s: to open a session",
    });
  return createSession(
    (exchangeOf) => run(url, context, exchangeOf),
    {
      databases: toDatabases(url, options),
      ...toPreferences(url, options),
      record: url.parts.docid === undefined ? undefined : toRecord(url, options),
    },
    context,
  );
}

interface Retrieved {
  readonly record: FoundRecord;
  readonly content: RecordContent;
  /** Ends the association when it is read. */
  readonly events: AsyncGenerator<FoundRecord, void, void>;
}

async function retrieveRecord(url: Z3950Url, context: Context): Promise<Retrieved> {
  const target = toRecord(url, context.options);
  const events = await run(url, context, (init) => retrieve(target, init));
  const record = (await events.next()).value as FoundRecord;
  const form = context.options.marc ?? (url.parts.recordSyntaxes.length > 0 ? "raw" : "text");
  return { record, content: contentOf(record, form), events };
}

/** Asks for a password, connects, and performs an exchange. */
async function run<Event>(
  url: Z3950Url,
  context: Context,
  exchangeOf: (init: AssociationInit) => Exchange<Event>,
): Promise<AsyncGenerator<Event, void, void>> {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  const { options, limits } = context;
  const login = await askLogin({ scheme: url.scheme, host, port }, context);
  const exchange = exchangeOf({
    options,
    limits,
    login,
    readResponse: (apdu) => readResponse(apdu, options),
  });
  const connection: Connection = await context.connect({ host, port, tls: options.tls });
  return perform(exchange, connection, context);
}
