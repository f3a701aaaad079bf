import { AccessError, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { articleNumberFault, normalArticleNumber } from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { emitLines, readLines } from "./block.ts";
import { type Command, commandOf } from "./command.ts";
import { type Chosen, choose, type GroupFacts, groupCommand, selectGroup, type Wanted } from "./group.ts";
import { readHead } from "./head.ts";
import { mapped } from "./map-events.ts";
import {
  type Overview,
  type OverviewFormat,
  overviewOf,
  readOverview,
  readOverviewFormat,
  STANDARD_FORMAT,
  sizeOfOverview,
} from "./overview.ts";
import { type Answer, pipeline } from "./pipeline.ts";
import { refusal } from "./reply.ts";
import { attempt, closeSession, openSession, request, type Session, type SessionInit } from "./session.ts";

/** The range of a group, and how much of it was not requested. */
export interface OverviewBegin {
  readonly facts: GroupFacts;
  /** Number of older articles that were omitted, in digits. */
  readonly older: string;
}

/** Number of lines that exceeded the limit and are missing. */
export interface Skipped {
  readonly skipped: number;
}

export type OverviewEvent = Ask | OverviewBegin | readonly Overview[] | Skipped;

/** Reply codes that mean that the range has no articles (RFC 3977 §8.3, RFC 2980 §2.8). */
const NONE: readonly number[] = [420, 423];
/** Reply codes that mean that the server does not have a command. */
const UNKNOWN: readonly number[] = [500, 501, 502, 503];

/** Maximum number of pipelined HEAD commands. */
const WINDOW = 16;

/**
 * Lists the articles of a newsgroup: with OVER, with XOVER on older servers, or else with HEAD for each article. Emits
 * one OverviewBegin, then the articles in batches as they arrive.
 *
 * @throws {AccessError} not-found, too-large, truncated, and the errors of a session.
 */
export function listArticles(
  init: SessionInit,
  newsgroupName: string,
  wanted: Wanted,
): Exchange<OverviewEvent> {
  return listing(init, newsgroupName, wanted, groupCommand(newsgroupName));
}

function* listing(
  init: SessionInit,
  newsgroupName: string,
  wanted: Wanted,
  select: Command,
): Exchange<OverviewEvent> {
  const session = yield* openSession(init);
  const facts = yield* selectGroup(session, select);
  const chosen = choose(facts, wanted);
  yield { do: "emit", event: { facts, older: chosen?.older ?? "0" } };
  if (chosen !== undefined) yield* overviews(session, newsgroupName, facts, chosen);
  yield* closeSession(session);
}

function* overviews(
  session: Session,
  newsgroupName: string,
  facts: GroupFacts,
  chosen: Chosen,
): Exchange<OverviewEvent> {
  const range = `${chosen.range.first}-${chosen.range.last}`;
  if (session.capabilities?.has("OVER") === true) {
    const over = commandOf("OVER", range, { part: "newsgroupName", cite: "RFC 3977 §8.3" });
    const reply = yield* attempt(session, over);
    if (reply.code === 224) return yield* emitOverviews(session, STANDARD_FORMAT);
    if (NONE.includes(reply.code)) return;
    if (!UNKNOWN.includes(reply.code)) throw refusal(reply);
  }
  const format = yield* overviewFormat(session);
  const reply = yield* attempt(
    session,
    commandOf("XOVER", range, { part: "newsgroupName", cite: "RFC 2980 §2.8" }),
  );
  if (reply.code === 224) return yield* emitOverviews(session, format);
  if (NONE.includes(reply.code)) return;
  if (!UNKNOWN.includes(reply.code)) throw refusal(reply);
  yield* emitHeads(session, yield* numbersOf(session, newsgroupName, facts, chosen));
}

function* emitOverviews({ inlet, limits }: Session, format: OverviewFormat): Exchange<OverviewEvent> {
  const overviews = (lines: readonly Uint8Array[]): readonly Overview[] =>
    lines.map((line) => readOverview(line, format)).filter((each) => each !== undefined);
  const skipped = yield* mapped(emitLines(inlet, limits), overviews);
  if (skipped > 0) yield { do: "emit", event: { skipped } };
}

/** Finds the order of the fields that an old server uses. */
function* overviewFormat(session: Session): Exchange<Ask, OverviewFormat> {
  const command = commandOf("LIST OVERVIEW.FMT", undefined, { cite: "RFC 3977 §8.4" });
  const { code } = yield* attempt(session, command);
  return code === 215 ? readOverviewFormat(yield* readLines(session.inlet, session.limits)) : STANDARD_FORMAT;
}

/**
 * Returns the numbers of the selected articles: consecutive, or, if many are missing and the server supports it, from
 * LISTGROUP.
 */
export function* numbersOf(
  session: Session,
  newsgroupName: string,
  { count }: GroupFacts,
  { range: { first, last } }: Chosen,
): Exchange<Ask, Iterator<string>> {
  const [from, to] = [BigInt(first), BigInt(last)];
  if (session.capabilities === undefined || to - from < 2n * BigInt(count)) return counted(from, to);
  const range = `${first}-${last}`;
  const command = commandOf("LISTGROUP", [newsgroupName, range], { cite: "RFC 3977 §6.1.2" });
  yield* request(session, command, 211);
  const numbers: string[] = [];
  yield* mapped<readonly Uint8Array[], never, number>(emitLines(session.inlet, session.limits), (lines) => {
    numbers.push(
      ...lines
        .map((line) => textOf(line).trim())
        .filter(isNumber)
        .map(normalArticleNumber),
    );
    return undefined;
  });
  return numbers.values();
}

function isNumber(text: string): boolean {
  return articleNumberFault(text) === undefined;
}

function* counted(from: bigint, to: bigint): Generator<string, void, undefined> {
  for (let number = from; number <= to; number++) yield String(number);
}

function* emitHeads(session: Session, numbers: Iterator<string>): Exchange<OverviewEvent> {
  const { limits } = session;
  const options = { window: WINDOW, code: 221, maxBlock: limits.maxHead, limit: "maxHead" };
  let entries = 0;
  let octets = 0;
  yield* mapped(pipeline(session, headCommands(numbers), options), (answer) => {
    const overview = overviewIn(answer, session);
    if (overview === undefined) return undefined;
    octets += sizeOfOverview(overview);
    if (++entries > limits.maxEntries) throw tooLarge("entries", "maxEntries", limits.maxEntries);
    if (octets > limits.maxListing) throw tooLarge("bytes", "maxListing", limits.maxListing);
    return [overview];
  });
}

/** Skip an article that does not exist. */
function overviewIn({ of, reply, octets }: Answer<string>, { limits }: Session): Overview | undefined {
  if (octets !== undefined) return overviewOf(of, readHead(octets, limits));
  if (NONE.includes(reply.code) || reply.code === 430) return undefined;
  throw refusal(reply);
}

function* headCommands(numbers: Iterator<string>): Generator<readonly [string, Command], void, undefined> {
  for (let next = numbers.next(); next.done !== true; next = numbers.next())
    yield [next.value, commandOf("HEAD", next.value, { cite: "RFC 3977 §6.2.2" })];
}

function tooLarge(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `the listing exceeds the limit of ${max} ${what}`, {
    hint: `increase the limit ${limit}`,
  });
}
