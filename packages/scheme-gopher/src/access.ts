import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  parseLogin,
  type ResolvedOptions,
} from "@anyurl/core";
import {
  type Context as AnyContext,
  type Connection,
  perform,
  skippedLinesEntry,
} from "@anyurl/core/exchange";
import {
  type ReplyBegun,
  rejectWithoutEntries,
  retrieveAttributes,
  retrieveItem,
  retrieveMenu,
} from "./exchange.ts";
import { type FilledForm, fillForm } from "./fill-form.ts";
import { findPlusMark, MenuReader } from "./menu/menu.ts";
import { getItemType } from "./menu/types.ts";
import { toItemMetadata } from "./metadata.ts";
import type { GopherSettings, gopherOptions } from "./options.ts";
import { readForm } from "./plus/ask.ts";
import type { ItemAttributes } from "./plus/attributes.ts";
import { formatForm } from "./plus/form.ts";
import { parsePlusRequest } from "./plus/plus.ts";
import { chooseView } from "./plus/views.ts";
import { createSendStep, type RequestOptions, resolveParts } from "./request.ts";
import { isMovedError, type MovedError } from "./server-error.ts";
import { rejectSession } from "./session.ts";
import { toAttributesRequest } from "./stat.ts";
import { DEFAULT_PORT, type GopherParts, type GopherUrl } from "./syntax.ts";
import { parseExternalTarget, TargetResolver } from "./target.ts";

type Context = AnyContext<ResolvedOptions<typeof gopherOptions>>;

/**
 * Opens a gopher URL. Resolves when the server has begun to answer.
 *
 * @throws {AccessError} unsupported, not-found, temporarily-unavailable, bad-option, …
 */
export async function get(url: GopherUrl, context: Context): Promise<Entity> {
  let options = toSettings(context);
  rejectSession(url);
  let parts = resolveParts(url, options);
  const link = options.followUrlLinks ? findLink(parts) : undefined;
  if (link !== undefined) return followUrl(link, context);
  let secret: FilledForm["secret"] | undefined;
  if (parts.gopherPlus === "?") {
    const form = await fetchAndFillForm(url, parts, context, options);
    const gopherPlus = formatForm({ view: formatViewOption(options), values: form.values });
    parts = { ...parts, gopherPlus };
    options = { ...options, allowForms: true };
    ({ secret } = form);
  }
  // Rejects an invalid request before a connection is opened.
  const request = createSendStep(parts, options, secret);
  const connection = await connect(url, context, options);
  const events = perform(retrieveItem(parts, requestOn(connection, options), request), connection, context);
  let begun: ReplyBegun;
  try {
    begun = (await events.next()).value as ReplyBegun;
  } catch (error) {
    if (!options.followMoved || !isMovedError(error)) throw error;
    return followUrl(movedUrl(error), context);
  }
  const mediaType = resolveMediaType(parts, begun, options);
  return {
    framing: begun.framing,
    // After the first event there are only bytes.
    body: events as Entity["body"],
    ...(begun.size !== undefined && { size: begun.size }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** Lists the entries of a menu or of a search result. With "$", each entry has its Gopher+ attributes. */
export function list(url: GopherUrl, context: Context): AsyncGenerator<Entry, void, void> {
  return fetchEntries(url, context);
}

/** Lists the results of a search. The URL is the search item (type 7), with or without search words. */
export function search(url: GopherUrl, context: Context, words: string): AsyncGenerator<Entry, void, void> {
  return fetchEntries(url, context, words);
}

async function* fetchEntries(
  url: GopherUrl,
  context: Context,
  words?: string,
): AsyncGenerator<Entry, void, void> {
  const options = toSettings(context);
  const parts = words === undefined ? resolveParts(url, options) : toSearch(url, options, words);
  rejectWithoutEntries(parts);
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const secure = url.scheme === "gophers" ? { host: hostname.toLowerCase(), port } : undefined;
  const reader = new MenuReader(new TargetResolver(secure), options.charset?.decode);
  const request = createSendStep(parts, options);
  const connection = await connect(url, context, options);
  const events = perform(retrieveMenu(parts, requestOn(connection, options), request), connection, context);
  for await (const event of events) {
    if ("items" in event) for (const item of event.items) yield reader.toEntry(item);
    else if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else {
      const entry = reader.entryOfAttributes(event.attributes);
      if (entry !== undefined) yield entry;
    }
  }
}

/** @throws {AccessError} unsupported: the URL is not a search. */
function toSearch(url: GopherUrl, options: GopherSettings, words: string): GopherParts {
  if (url.parts.gophertype !== "7")
    throw new AccessError("unsupported", "only items of type 7 can be searched", {
      hint: "use list to read a menu",
    });
  const search = options.charset === undefined ? words : options.charset.encode(words);
  return { ...resolveParts(url, options), search };
}

/**
 * Returns the Gopher+ attributes of an item: size, media type, date, and every block by its name. If the URL or the
 * options select a view, size and media type are those of the view.
 *
 * @throws {AccessError} unsupported: the server has no attributes for the item.
 */
export async function stat(url: GopherUrl, context: Context): Promise<Attributes> {
  const options = toSettings(context);
  rejectSession(url);
  const item = await fetchAttributes(url, toAttributesRequest(url.parts), context, options);
  const asked = parsePlusRequest(resolveParts(url, options).gopherPlus ?? "+");
  const facts = toItemMetadata(item, (views) =>
    asked.kind === "view" ? chooseView(views, { mediaType: asked.view, language: asked.language }) : views[0],
  );
  const gophertype = item.item?.gophertype ?? url.parts.gophertype;
  const { kind, mediaType } = getItemType(gophertype);
  const plus = item.item && findPlusMark(item.item);
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

function toSettings({ options, limits }: Context): GopherSettings {
  return { ...options, limits };
}

function movedUrl(error: MovedError): string {
  if (error.movedTo === undefined) throw error;
  return error.movedTo;
}

async function followUrl(url: string, context: Context): Promise<Entity> {
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot follow another URL from here", {
      hint: `get ${url} instead`,
    });
  return context.refer(url);
}

/** Returns the URL that an item "URL:…" points to, or `undefined` for an ordinary item. */
function findLink({ gophertype, selector }: GopherParts): string | undefined {
  const target = gophertype === "h" ? parseExternalTarget(selector) : undefined;
  if (target === undefined || target.url !== undefined) return target?.url;
  throw new AccessError("unsupported", `cannot follow the link: ${target.unsafe}`);
}

/** Returns the media type that the item type and the requested view imply; a server may send another one. */
function resolveMediaType(
  { gophertype, gopherPlus }: GopherParts,
  { plus }: ReplyBegun,
  { charset }: GopherSettings,
): string | undefined {
  const asked = parsePlusRequest(gopherPlus ?? "+");
  const isView = plus && asked.kind === "view";
  const isAttributes = asked.kind === "attributes" || asked.kind === "directory-attributes";
  const known = isView ? asked.view.toLowerCase() : getItemType(gophertype).mediaType;
  const mediaType = isAttributes ? "text/plain" : known;
  if (charset === undefined || mediaType?.startsWith("text/") !== true) return mediaType;
  return `${mediaType};charset=${charset.name}`;
}

/** Returns the filled-in form of an item (RFC 4266 §2.5). Fetches the form first. */
async function fetchAndFillForm(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: GopherSettings,
): Promise<FilledForm> {
  if (options.answers === undefined)
    throw new AccessError("unsupported", "this item requires a form", {
      hint: "use stat to read the form (attribute +ASK), then set the gopher option answers",
    });
  const { blocks } = await fetchAttributes(url, toAttributesRequest(parts), context, options);
  const ask = blocks.find(({ name }) => name === "+ASK");
  if (ask === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  return fillForm(readForm(ask.lines), options.answers);
}

function formatViewOption({ view = "", language }: GopherSettings): string {
  return language === undefined ? view : `${view} ${language}`;
}

async function fetchAttributes(
  url: GopherUrl,
  parts: GopherParts,
  context: Context,
  options: GopherSettings,
): Promise<ItemAttributes> {
  const request = createSendStep(parts, options);
  const connection = await connect(url, context, options);
  const events = perform(
    retrieveAttributes(parts, requestOn(connection, options), request),
    connection,
    context,
  );
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

function connect(url: GopherUrl, context: Context, options: GopherSettings): Promise<Connection> {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const tls = url.scheme === "gophers";
  return context.connect({
    host: hostname,
    port,
    tls,
    closeNotify: tls && options.closeNotify === "required",
  });
}

function requestOn({ tls }: Connection, options: GopherSettings): GopherSettings & RequestOptions {
  return { ...options, provesEnd: tls?.closeNotify === true };
}
