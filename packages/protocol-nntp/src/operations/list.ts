import type { Entry } from "@anyurl/core";
import { skippedLinesEntry } from "@anyurl/core/exchange";
import type { SkippedLines } from "../exchange/block.ts";
import { type Group, listGroups, listNewNews } from "../exchange/groups.ts";
import { listArticles, type OverviewBegin } from "../exchange/over.ts";
import type { Overview } from "../exchange/overview.ts";
import { createArticleEntry, createGroupEntry, type Named, parseServerGroup, toUrlFields } from "./entry.ts";
import type { NewsContext } from "./options.ts";
import { type ExchangeFactory, type NewsServer, runExchange } from "./server.ts";

/** Default count of article numbers in a listing: a newsgroup can have millions. */
const DEFAULT_NEWEST = 100;

export interface ArticleListing {
  readonly newsgroupName: string;
  /** Creates the URL of an article. */
  readonly named: (overview: Overview) => Named;
  /** The selection of articles. Default: all. */
  readonly filter?: (overview: Overview) => boolean;
  /** Count of numbers if the selection does not limit it. Default 100. */
  readonly newest?: number;
}

/** Lists the articles of a newsgroup as entries, by number; the last entry counts what was omitted. */
export function listArticleEntries(
  server: NewsServer,
  { newsgroupName, named, filter = () => true, newest = DEFAULT_NEWEST }: ArticleListing,
  context: NewsContext,
): AsyncGenerator<Entry, void, void> {
  const { options } = context;
  const wanted = { range: options.range, newest: options.newest ?? newest };
  return listEntries(
    server,
    (init) => listArticles(init, newsgroupName, wanted),
    context,
    (overview: Overview) => (filter(overview) ? createArticleEntry(overview, named(overview)) : undefined),
  );
}

/** Lists the newsgroups of a server that match a pattern, as entries. */
export function listGroupEntries(
  server: NewsServer,
  wildmat: string,
  named: (newsgroupName: string) => string,
  context: NewsContext,
  filter: (group: Group) => boolean = () => true,
): AsyncGenerator<Entry, void, void> {
  return listEntries(
    server,
    (init) => listGroups(init, wildmat, context.options),
    context,
    (group: Group) =>
      filter(group) ? createGroupEntry(group, parseServerGroup(group.name, named)) : undefined,
  );
}

/** Lists the articles that arrived at a server since a time, as entries with only a message-id. */
export function listNewsEntries(
  server: NewsServer,
  wildmat: string,
  since: Date,
  named: (messageId: string) => Named,
  context: NewsContext,
): AsyncGenerator<Entry, void, void> {
  return listEntries(
    server,
    (init) => listNewNews(init, wildmat, since),
    context,
    (name: string) => ({ name, kind: "file", ...toUrlFields(named(name)), mediaType: "message/rfc822" }),
  );
}

/** Performs the exchange of a listing. Yields an entry for each item that has one, and entries that count missing lines. */
async function* listEntries<Item>(
  server: NewsServer,
  createExchange: ExchangeFactory<OverviewBegin | readonly Item[] | SkippedLines, void>,
  context: NewsContext,
  toEntry: (item: Item) => Entry | undefined,
): AsyncGenerator<Entry, void, void> {
  let older = "0";
  for await (const event of runExchange(server, createExchange, context)) {
    if ("older" in event) ({ older } = event);
    else if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else for (const entry of event.map(toEntry)) if (entry !== undefined) yield entry;
  }
  if (older !== "0") yield omittedEntry(older);
}

function omittedEntry(older: string): Entry {
  const numbers = older === "1" ? "1 older number was" : `${older} older numbers were`;
  return { name: `${numbers} omitted (increase the option newest)`, kind: "information", url: undefined };
}
