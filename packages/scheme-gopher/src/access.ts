import { AccessError, type Attributes, type Entity, type Entry, parseLogin } from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  perform,
  skippedLinesEntry,
} from "@anyurl/core/exchange";
import { attributes, type Begun, menu, refuseWithoutEntries, retrieve } from "./exchange.ts";
import { type FilledForm, fillForm } from "./fill-form.ts";
import { MenuReader, plusOf } from "./menu/menu.ts";
import { itemType } from "./menu/types.ts";
import { factsOf } from "./metadata.ts";
import { type CheckedOptions, checkedOptions } from "./options.ts";
import { readForm } from "./plus/ask.ts";
import type { ItemAttributes } from "./plus/attributes.ts";
import { formatForm } from "./plus/form.ts";
import { plusRequestOf } from "./plus/plus.ts";
import { chooseView } from "./plus/views.ts";
import { partsOf, type RequestOptions, requestLine } from "./request.ts";
import { isMoved, type Moved } from "./server-error.ts";
import { refuseSession } from "./session.ts";
import { attributesRequest } from "./stat.ts";
import { DEFAULT_PORT, type GopherParts, type GopherUrl } from "./syntax.ts";
import { externalTarget, Targets } from "./target.ts";

/**
 * Opens a gopher URL. Resolves when the server has begun to answer.
 *
 * @throws {AccessError} unsupported, not-found, temporarily-unavailable, bad-option, …
 */
export async function get(url: GopherUrl, context: Context): Promise<Entity> {
  const options = checkedOptions(context.options, context.limits);
  refuseSession(url);
  const parts = partsOf(url, options);
  const link = options.followUrlLinks ? linkOf(parts) : undefined;
  if (link !== undefined) return refer(link, context);
  if (parts.gopherPlus !== "?") return entityOf(url, parts, context, options);
  const form = await filled(url, parts, context, options);
  const gopherPlus = formatForm({ view: viewOf(options), values: form.values });
  return entityOf(url, { ...parts, gopherPlus }, context, { ...options, allowForms: true }, form.secret);
}

/** Lists the entries of a menu or of a search result. With "$", each entry has its Gopher+ attributes. */
export async function* list(url: GopherUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const options = checkedOptions(context.options, context.limits);
  yield* entriesOf(url, partsOf(url, options), context, options);
}

/** Lists the results of a search. The URL is the search item (type 7), with or without search words. */
export async function* search(
  url: GopherUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const options = checkedOptions(context.options, context.limits);
  if (url.parts.gophertype !== "7")
    throw new AccessError("unsupported", "only items of type 7 can be searched", {
      hint: "use list to read a menu",
    });
  const asked = options.charset === undefined ? words : options.charset.encode(words);
  yield* entriesOf(url, { ...partsOf(url, options), search: asked }, context, options);
}

/**
 * Returns the Gopher+ attributes of an item: size, media type, date, and every block by its name. If the URL or the
 * options select a view, size and media type are those of the view.
 *
 * @throws {AccessError} unsupported: the server has no attributes for the item.
 */
export async function stat(url: GopherUrl, context: Context): Promise<Attributes> {
  const options = checkedOptions(context.options, context.limits);
  refuseSession(url);
  const item = await attributesOf(url, attributesRequest(url.parts), context, options);
  const asked = plusRequestOf(partsOf(url, options).gopherPlus ?? "+");
  const facts = factsOf(item, (views) =>
    asked.kind === "view" ? chooseView(views, { mediaType: asked.view, language: asked.language }) : views[0],
  );
  const gophertype = item.item?.gophertype ?? url.parts.gophertype;
  const { kind, mediaType } = itemType(gophertype);
  const plus = item.item && plusOf(item.item);
  return {
    kind,
    ...(mediaType !== undefined && { mediaType }),
    ...facts,
    attributes: {
      gophertype,
      ...(item.item && { display: options.charset?.decode(item.item.display) ?? item.item.display }),
      ...(plus !== undefined && { gopherPlus: plus }),
      ...facts.attributes,
    },
  };
}

async function entityOf(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: CheckedOptions,
  secret?: FilledForm["secret"],
): Promise<Entity> {
  const connection = await connect(url, parts, context, options);
  const events = perform(retrieve(parts, requestOn(connection, options), secret), connection, context);
  let begun: Begun;
  try {
    begun = (await events.next()).value as Begun;
  } catch (error) {
    if (!options.followMoved || !isMoved(error)) throw error;
    return refer(placeOf(error), context);
  }
  const mediaType = mediaTypeOf(parts, begun, options);
  return {
    framing: begun.framing,
    body: bodyFromExchange(events),
    ...(begun.size !== undefined && { size: begun.size }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

function placeOf(error: Moved): string {
  if (error.movedTo === undefined) throw error;
  return error.movedTo;
}

async function refer(url: string, context: Context): Promise<Entity> {
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot follow another URL from here", {
      hint: `get ${url} instead`,
    });
  return context.refer(url);
}

/** Returns the URL that an item "URL:…" points to, or `undefined` for an ordinary item. */
function linkOf({ gophertype, selector }: GopherParts): string | undefined {
  const target = gophertype === "h" ? externalTarget(selector) : undefined;
  if (target === undefined || target.url !== undefined) return target?.url;
  throw new AccessError("unsupported", `cannot follow the link: ${target.unsafe}`);
}

/** Returns the media type that the item type and the requested view imply; a server may send another one. */
function mediaTypeOf(
  { gophertype, gopherPlus }: GopherParts,
  { plus }: Begun,
  { charset }: CheckedOptions,
): string | undefined {
  const asked = plusRequestOf(gopherPlus ?? "+");
  const isView = plus && asked.kind === "view";
  const isAttributes = asked.kind === "attributes" || asked.kind === "directory-attributes";
  const known = isView ? asked.view.toLowerCase() : itemType(gophertype).mediaType;
  const mediaType = isAttributes ? "text/plain" : known;
  if (charset === undefined || mediaType?.startsWith("text/") !== true) return mediaType;
  return `${mediaType};charset=${charset.name}`;
}

async function* entriesOf(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: CheckedOptions,
): AsyncGenerator<Entry, void, void> {
  refuseWithoutEntries(parts);
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const secure = url.scheme === "gophers" ? { host: hostname.toLowerCase(), port } : undefined;
  const reader = new MenuReader(new Targets(secure), options.charset?.decode);
  const connection = await connect(url, parts, context, options);
  const events = perform(menu(parts, requestOn(connection, options)), connection, context);
  for await (const event of events) {
    if ("items" in event) for (const item of event.items) yield reader.entryOf(item);
    else if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else {
      const entry = reader.entryOfAttributes(event.attributes);
      if (entry !== undefined) yield entry;
    }
  }
}

/** Returns the filled-in form of an item (RFC 4266 §2.5). Fetches the form first. */
async function filled(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: CheckedOptions,
): Promise<FilledForm> {
  if (options.answers === undefined)
    throw new AccessError("unsupported", "this item requires a form", {
      hint: "use stat to read the form (attribute +ASK), then set the gopher option answers",
    });
  const { blocks } = await attributesOf(url, attributesRequest(parts), context, options);
  const ask = blocks.find(({ name }) => name === "+ASK");
  if (ask === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  return fillForm(readForm(ask.lines), options.answers);
}

function viewOf({ view = "", language }: CheckedOptions): string {
  return language === undefined ? view : `${view} ${language}`;
}

async function attributesOf(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: CheckedOptions,
): Promise<ItemAttributes> {
  const connection = await connect(url, parts, context, options);
  const events = perform(attributes(parts, requestOn(connection, options)), connection, context);
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

function connect(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: CheckedOptions,
): Promise<Connection> {
  // Reject an invalid request before a connection is opened.
  requestLine(parts, options);
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const tls = url.scheme === "gophers";
  return context.connect({ host: hostname, port, tls, closeNotify: tls });
}

function requestOn({ tls }: Connection, options: CheckedOptions): CheckedOptions & RequestOptions {
  return { ...options, closeNotify: tls?.closeNotify === true };
}
