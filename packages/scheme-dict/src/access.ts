import { AccessError, type Attributes, type Entity, type Entry, octetsOf } from "@anyurl/core";
import { type Context as AnyContext, bodyFromExchange, type Exchange, perform } from "@anyurl/core/exchange";
import {
  fetchDefinitions,
  type Introduction,
  listDatabases,
  listDefinitions,
  listMatches,
  type MatchLookup,
  toLookup,
} from "./exchange.ts";
import type { DictSettings } from "./options.ts";
import { createStat } from "./plan.ts";
import { type DictInit, type DictUrl, format } from "./syntax.ts";
import { checkField, toServer } from "./target.ts";

type Context = AnyContext<DictSettings>;

const MEDIA_TYPE = "text/plain; charset=utf-8";

/**
 * Downloads the definitions of a word as a text: with a number in the URL exactly that one. For matches, a line with the
 * database and the word for each.
 *
 * @throws {AccessError} is-a-directory: the URL of a server; not-found, unsupported, temporarily-unavailable, …
 */
export async function get(url: DictUrl, context: Context): Promise<Entity> {
  const { command } = url.parts;
  if (command === undefined)
    throw new AccessError("is-a-directory", "cannot download a server", { hint: "use list" });
  const lookup = toLookup(url.parts);
  if (command === "match") return getMatches(url, context, lookup);
  const events = await start(url, context, (intro) => fetchDefinitions(lookup, intro));
  await events.next();
  return { mediaType: MEDIA_TYPE, framing: "dot", body: bodyFromExchange(events) };
}

async function getMatches(url: DictUrl, context: Context, lookup: MatchLookup): Promise<Entity> {
  const events = await start(url, context, (intro) => listMatches(lookup, intro));
  const first = await events.next();
  async function* lines(): AsyncGenerator<Uint8Array, true, void> {
    try {
      for (let next = first; next.done !== true; next = await events.next())
        yield octetsOf(`${next.value.join(" ")}\r\n`);
      return true;
    } finally {
      await events.return();
    }
  }
  return { mediaType: MEDIA_TYPE, framing: "dot", body: lines() };
}

/**
 * Lists the databases of a server, the definitions of a word, or the words that match.
 *
 * @throws {AccessError} not-found, unsupported, temporarily-unavailable, …
 */
export async function* list(url: DictUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { command } = url.parts;
  if (command === undefined) yield* databaseEntries(url, context);
  else if (command === "match") yield* matchEntries(url, context, toLookup(url.parts));
  else yield* definitionEntries(url, context);
}

/**
 * Lists the words that match, by the strategy of the options, in the database of the URL. The URL of a server searches all
 * of its databases.
 */
export async function* search(
  url: DictUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const { database = "*" } = url.parts;
  checkField(words);
  if (words === "") throw new AccessError("bad-argument", "no word to search for", { hint: "give a word" });
  yield* matchEntries(url, context, {
    word: words,
    database,
    strategy: context.options.strategy,
    n: undefined,
  });
}

/**
 * Returns what a database says about itself, or, if the URL names none, the strategies of the server and what it says about
 * itself.
 */
export async function stat(url: DictUrl, context: Context): Promise<Attributes> {
  const { command } = url.parts;
  const events = await start(url, context, (intro) => createStat(url.parts, intro));
  let attributes: Readonly<Record<string, string>> = {};
  for await (const facts of events) attributes = facts;
  if (command !== "define") return { kind: "directory", attributes };
  return { kind: "file", mediaType: MEDIA_TYPE, attributes };
}

async function* databaseEntries(url: DictUrl, context: Context): AsyncGenerator<Entry, void, void> {
  for await (const [name, description] of await start(url, context, listDatabases))
    yield { name, kind: "search", url: undefined, attributes: { description } };
}

async function* matchEntries(
  url: DictUrl,
  context: Context,
  lookup: MatchLookup,
): AsyncGenerator<Entry, void, void> {
  for await (const [database, word] of await start(url, context, (intro) => listMatches(lookup, intro)))
    yield { name: word, kind: "file", ...toUrl(url, { word, database }), attributes: { database } };
}

async function* definitionEntries(url: DictUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const lookup = toLookup(url.parts);
  const events = await start(url, context, (intro) => listDefinitions(lookup, intro));
  for await (const { n, word, database, description } of events) {
    yield {
      ...{ name: word, kind: "file", mediaType: MEDIA_TYPE },
      // By the word and the database of this URL, because the number counts all of its definitions.
      ...toUrl(url, { word: lookup.word, database: lookup.database, n }),
      attributes: { database, description },
    };
  }
}

/** Names of a server are not trusted: an entry whose name cannot be looked up has no URL. */
function toUrl(
  { host, port, parts: { user, auth } }: DictUrl,
  lookup: Pick<DictInit, "word" | "database" | "n">,
): Pick<Entry, "url" | "unsafe"> {
  const where = { user, auth, host: host!, ...(port !== undefined && port !== "" && { port: Number(port) }) };
  try {
    checkField(`${lookup.word}${lookup.database}`);
    return { url: format({ ...where, command: "define", ...lookup }) };
  } catch {
    return { url: undefined, unsafe: "the word or the database cannot be looked up" };
  }
}

/** Connects, and runs an exchange. Its commands are formatted before anything is sent. */
async function start<Event, Result>(
  url: DictUrl,
  context: Context,
  createExchange: (intro: Introduction) => Exchange<Event, Result>,
): Promise<AsyncGenerator<Event, Result, void>> {
  const server = toServer(url);
  const { limits, options } = context;
  const login = await askForLogin(url, context);
  const exchange = createExchange({ limits, client: options.client, mime: options.mime, login });
  return perform(exchange, await context.connect(server), context);
}

/** Asks for the password of the user in the URL. @throws {AccessError} auth-required: the caller gives no password. */
async function askForLogin(url: DictUrl, context: Context): Promise<Introduction["login"]> {
  if (url.parts.user === undefined) return undefined;
  const server = { scheme: url.scheme, ...toServer(url) };
  const user = url.parts.user === "" ? await askForUser(url, context) : url.parts.user;
  const password =
    user === undefined ? undefined : (await context.ask({ ...server, user, wanted: "password" }))?.password;
  if (user === undefined || password === undefined)
    throw new AccessError("auth-required", "the URL has a user, but there is no password; nothing was sent", {
      hint: "set credentials, or remove the user from the URL",
    });
  checkField(user);
  const { digest } = await import("./digest.ts");
  return { user, digest: (messageId) => digest(messageId, password) };
}

async function askForUser(url: DictUrl, context: Context): Promise<string | undefined> {
  const request = { scheme: url.scheme, ...toServer(url), user: undefined, wanted: "user" } as const;
  const { user } = (await context.ask(request)) ?? {};
  // A client offers the user of the URL first. By the generic syntax, that is ";AUTH".
  return user?.startsWith(";") === true ? (await context.ask(request))?.user : user;
}
