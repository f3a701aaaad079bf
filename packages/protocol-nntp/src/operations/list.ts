import type { Entry } from "@anyurl/core";
import { type Context, skippedLinesEntry } from "@anyurl/core/exchange";
import { type Group, listGroups } from "../exchange/groups.ts";
import { listNewNews } from "../exchange/new-news.ts";
import { listArticles, type OverviewBegin, type SkippedLines } from "../exchange/over.ts";
import type { Overview } from "../exchange/overview.ts";
import type { SessionInit } from "../exchange/session.ts";
import { createArticleEntry, createGroupEntry, type Named, parseServerGroup, toUrlFields } from "./entry.ts";
import type { NewsSettings } from "./options.ts";
import { type NewsServer, runExchange } from "./server.ts";

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
export async function* listArticleEntries(
  server: NewsServer,
  { newsgroupName, named, filter = () => true, newest = DEFAULT_NEWEST }: ArticleListing,
  context: Context,
  options: NewsSettings,
): AsyncGenerator<Entry, void, void> {
  const { range } = options;
  const wanted = { range, newest: options.newest ?? newest };
  const createExchange = (init: SessionInit) => listArticles(init, newsgroupName, wanted);
  let older = "0";
  for await (const event of runExchange<OverviewBegin | readonly Overview[] | SkippedLines, void>(
    server,
    createExchange,
    context,
    options,
  )) {
    if ("older" in event) ({ older } = event);
    else if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else
      for (const overview of event) if (filter(overview)) yield createArticleEntry(overview, named(overview));
  }
  if (older !== "0") yield omittedEntry(older);
}

function omittedEntry(older: string): Entry {
  const numbers = older === "1" ? "1 older number was" : `${older} older numbers were`;
  return { name: `${numbers} omitted (increase the option newest)`, kind: "information", url: undefined };
}

/** Lists the newsgroups of a server that match a pattern, as entries. */
export async function* listGroupEntries(
  server: NewsServer,
  wildmat: string,
  named: (newsgroupName: string) => string,
  context: Context,
  options: NewsSettings,
  filter: (group: Group) => boolean = () => true,
): AsyncGenerator<Entry, void, void> {
  const createExchange = (init: SessionInit) => listGroups(init, wildmat, options);
  for await (const event of runExchange<readonly Group[] | SkippedLines, void>(
    server,
    createExchange,
    context,
    options,
  )) {
    if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else
      for (const group of event)
        if (filter(group)) yield createGroupEntry(group, parseServerGroup(group.name, named));
  }
}

/** Lists the articles that arrived at a server since a time, as entries with only a message-id. */
export async function* listNewsEntries(
  server: NewsServer,
  wildmat: string,
  since: Date,
  named: (messageId: string) => Named,
  context: Context,
  options: NewsSettings,
): AsyncGenerator<Entry, void, void> {
  const createExchange = (init: SessionInit) => listNewNews(init, wildmat, since);
  for await (const event of runExchange<readonly string[] | SkippedLines, void>(
    server,
    createExchange,
    context,
    options,
  )) {
    if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else
      for (const name of event)
        yield { name, kind: "file", ...toUrlFields(named(name)), mediaType: "message/rfc822" };
  }
}
