import { type Entity, type Entry, loginOf } from "@anyurl/core";
import { bodyOf, type Connection, type Context, entryForSkipped, perform } from "@anyurl/core/exchange";
import { menu, type RequestOptions, refuseWithoutEntries, requestLine, retrieve } from "./exchange.ts";
import { MenuReader } from "./menu.ts";
import { refuseSession } from "./session.ts";
import { DEFAULT_PORT, type GopherUrl } from "./syntax.ts";
import { itemType } from "./types.ts";

/**
 * Retrieves what a gopher URL names. Resolves once the server has begun to answer.
 *
 * @throws {AccessError} unsupported, not-found, …
 */
export async function get(url: GopherUrl, context: Context): Promise<Entity> {
  const options = optionsOf(context);
  refuseSession(url);
  const events = perform(retrieve(url.parts, options), await connect(url, context, options), context);
  // "begun", or an error that is thrown here; an empty reply has begun, too.
  await events.next();
  const { mediaType } = itemType(url.parts.gophertype);
  const known = url.parts.gopherPlus === undefined ? mediaType : undefined;
  return { body: bodyOf(events), ...(known !== undefined && { mediaType: known }) };
}

/** The entries of a menu, or of a search's result. */
export async function* list(url: GopherUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const options = optionsOf(context);
  refuseWithoutEntries(url.parts);
  const reader = new MenuReader();
  for await (const item of perform(menu(url.parts, options), await connect(url, context, options), context)) {
    yield "skipped" in item ? entryForSkipped(item.skipped, context.limits)! : reader.entryOf(item);
  }
}

function optionsOf({ limits, options }: Context): RequestOptions {
  const { allowForms = false } = options as { readonly allowForms?: unknown };
  // Options of a command line are text.
  if (allowForms === true || allowForms === "true") return { limits, allowForms: true };
  if (allowForms === false || allowForms === "false") return { limits, allowForms: false };
  throw new TypeError("the gopher option allowForms is true or false");
}

function connect(url: GopherUrl, context: Context, options: RequestOptions): Promise<Connection> {
  // What cannot be asked for is refused before anything is dialled.
  requestLine(url.parts, options);
  const { hostname, port } = loginOf(url, DEFAULT_PORT);
  return context.connect({ host: hostname, port, tls: url.scheme === "gophers" });
}
