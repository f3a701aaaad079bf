import type {
  Entity,
  // #if list
  Entry,
  // #endif
  // #if put
  Source,
  // #endif
} from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  perform,
  // #if list
  skippedLinesEntry,
  // #endif
} from "@anyurl/core/exchange";
import { toEndpoint } from "./endpoint.ts";
// #if list
import { toEntry } from "./entry.ts";
import { listing } from "./listing.ts";
// #endif
import { formatRequest, type Verb } from "./request.ts";
import { type Begun, retrieve } from "./retrieve.ts";
// #if put
import { store, supply } from "./store.ts";
// #endif
import type { XDemoUrl } from "./syntax.ts";

/** Gets the bytes of a document. Resolves when the response has started. */
export async function get(url: XDemoUrl, context: Context): Promise<Entity> {
  const events = perform(retrieve(url.parts, context.limits), await connect("GET", url, context), context);
  const { size } = (await events.next()).value as Begun;
  return { body: bodyFromExchange(events), ...(size !== undefined && { size }) };
}
// #if list

/** Lists a directory. */
export async function* list(url: XDemoUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const events = perform(listing(url.parts, context.limits), await connect("LIST", url, context), context);
  for await (const event of events) {
    if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else for (const listed of event.listed) yield toEntry(listed, url);
  }
}
// #endif
// #if put

/** Writes a document, in place of an existing one. */
export async function put(url: XDemoUrl, context: Context, source: Source): Promise<void> {
  await supply(
    perform(store(url.parts, context.limits), await connect("PUT", url, context), context),
    source,
  );
}
// #endif

async function connect(verb: Verb, url: XDemoUrl, context: Context): Promise<Connection> {
  // Reject an invalid request before dialing.
  formatRequest(verb, url.parts, context.limits);
  return context.connect(toEndpoint(url));
}
