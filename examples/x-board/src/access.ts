import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  parseLogin,
  parsePort,
  type Source,
} from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  perform,
  skippedLinesEntry,
} from "@anyurl/core/exchange";
import * as exchange from "./exchange.ts";
import type { BoardOptions } from "./options.ts";
import { type BoardUrl, DEFAULT_PORT, format } from "./syntax.ts";

const MEDIA_TYPE = "text/plain;charset=utf-8";

/** The text of a note. */
export async function get(url: BoardUrl, context: Context): Promise<Entity> {
  const reading = exchange.read(url.parts, context.limits);
  const events = perform(reading, await connect(url, context), context);
  const { modified } = (await events.next()).value as exchange.Begun;
  return {
    mediaType: MEDIA_TYPE,
    body: bodyFromExchange(events),
    ...(modified !== undefined && { modified }),
  };
}

/** Who pinned a note and when, and its first line; for a board, only that it is one. */
export async function stat(url: BoardUrl, context: Context): Promise<Attributes> {
  if (url.parts.note === undefined) return { kind: "directory" };
  const events = perform(exchange.stat(url.parts, context.limits), await connect(url, context), context);
  let facts: exchange.NoteFacts | undefined;
  for await (const event of events) facts = event;
  const { modified, author, title } = facts!;
  const date = modified?.toUTCString();
  return {
    kind: "file",
    mediaType: MEDIA_TYPE,
    ...(modified !== undefined && { modified }),
    attributes: { title, author, ...(date !== undefined && { date }) },
  };
}

/** The boards of a server; the notes on a board. */
export async function* list(url: BoardUrl, context: Context): AsyncGenerator<Entry, void, void> {
  yield* entriesOf(url, context);
}

/** The notes on a board, or on all, that have the words in them. */
export async function* search(
  url: BoardUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  if (words === "")
    throw new AccessError("unsupported", "a search has words", { hint: "list shows all notes" });
  yield* entriesOf(url, context, words);
}

/** Pins a note and replaces an existing one. */
export async function put(url: BoardUrl, context: Context<BoardOptions>, source: Source): Promise<void> {
  const pinning = exchange.pin(url.parts, context.limits, context.options.author);
  const events = perform(pinning, await connect(url, context), context);
  const pieces = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for await (const pull of events) {
      const next = await pieces.next();
      isOver = next.done === true;
      if (next.done !== true) pull.octets = next.value;
    }
  } finally {
    if (!isOver) await pieces.return?.();
  }
}

/** Takes a note away. */
export async function remove(url: BoardUrl, context: Context): Promise<void> {
  const events = perform(exchange.unpin(url.parts, context.limits), await connect(url, context), context);
  for await (const _ of events);
}

async function* entriesOf(
  url: BoardUrl,
  context: Context,
  words?: string,
): AsyncGenerator<Entry, void, void> {
  const listing = exchange.list(url.parts, context.limits, words);
  for await (const event of perform(listing, await connect(url, context), context)) {
    if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else for (const listed of event.listed) yield toEntry(listed, url);
  }
}

/** Names from a server are untrusted: a name with several segments has no URL. */
function toEntry(
  { name, modified, author, title, isText }: exchange.Listed,
  { host, port, parts }: BoardUrl,
): Entry {
  if (isText === true) return { name, kind: "information", url: undefined };
  const at = { host: host!, port: parsePort(port) };
  // A search of all boards finds notes by their board, too.
  const [board, note, ...more] = parts.board === undefined ? name.split("/") : [parts.board, name];
  const entry = {
    name,
    kind: note === undefined ? ("directory" as const) : ("file" as const),
    ...(modified !== undefined && { modified }),
    ...(note !== undefined && { attributes: { title, author } }),
  };
  const fits = [board, note].every(
    (each) => each !== "" && each !== "." && each !== ".." && !/[\0\r\n/]/.test(each ?? ""),
  );
  if (!fits || more.length > 0)
    return { ...entry, url: undefined, unsafe: "not a valid name of a board or note" };
  return { ...entry, url: format({ ...at, board, note }) };
}

async function connect(url: BoardUrl, context: Context): Promise<Connection> {
  // Reject invalid names before connecting.
  exchange.commandOf("UNPIN", url.parts, context.limits);
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return context.connect({ host: hostname, port });
}
