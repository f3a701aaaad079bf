import { textOf } from "@anyurl/core";
import { type Exchange, listingTooLargeError, mapEvents, type SendStep } from "@anyurl/core/exchange";
import { checkArticleNumber, normalizeArticleNumber } from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { emitLines, emitListing, readLines, type SkippedLines } from "./block.ts";
import { formatCommand, replyError } from "./command.ts";
import {
  type ArticleSelection,
  createGroupCommand,
  type GroupReply,
  type SelectedRange,
  selectGroup,
  selectRange,
} from "./group.ts";
import { readHead } from "./head.ts";
import {
  estimateOverviewSize,
  type Overview,
  type OverviewFormat,
  overviewFromHead,
  readOverview,
  readOverviewFormat,
  STANDARD_FORMAT,
} from "./overview.ts";
import { type PipelinedReply, runPipeline } from "./pipeline.ts";
import { attempt, request, runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

/** The range of a group, and how much of it was not requested. */
export interface OverviewBegin {
  readonly facts: GroupReply;
  /** Number of older articles that were omitted, in digits. */
  readonly older: string;
}

export type OverviewEvent = Ask | OverviewBegin | readonly Overview[] | SkippedLines;

/** Reply codes that mean that the range has no articles (RFC 3977 §8.3, RFC 2980 §2.8). */
const NO_ARTICLE_CODES: readonly number[] = [420, 423];
/** Reply codes that mean that the server does not have a command. */
const UNSUPPORTED_CODES: readonly number[] = [500, 501, 502, 503];

/** Maximum number of pipelined HEAD commands. */
const HEAD_WINDOW = 16;

/**
 * Lists the articles of a newsgroup: with OVER, with XOVER on older servers, or else with HEAD for each article. Emits
 * one OverviewBegin, then the articles in batches as they arrive.
 *
 * @throws {AccessError} not-found, too-large, truncated, and the errors of a session.
 */
export function listArticles(
  init: SessionInit,
  newsgroupName: string,
  wanted: ArticleSelection,
): Exchange<OverviewEvent> {
  const select = createGroupCommand(newsgroupName);
  return runSession(init, function* (session): Exchange<OverviewEvent> {
    const facts = yield* selectGroup(session, select);
    const chosen = selectRange(facts, wanted);
    yield { do: "emit", event: { facts, older: chosen?.older ?? "0" } };
    if (chosen !== undefined) yield* listOverviews(session, newsgroupName, facts, chosen);
  });
}

function* listOverviews(
  session: Session,
  newsgroupName: string,
  facts: GroupReply,
  chosen: SelectedRange,
): Exchange<OverviewEvent> {
  const range = `${chosen.range.first}-${chosen.range.last}`;
  if (session.capabilities?.has("OVER") === true) {
    const over = formatCommand("OVER", range, { part: "newsgroupName", cite: "RFC 3977 §8.3" });
    const reply = yield* attempt(session, over);
    if (reply.code === 224) return yield* emitOverviews(session, STANDARD_FORMAT);
    if (NO_ARTICLE_CODES.includes(reply.code)) return;
    if (!UNSUPPORTED_CODES.includes(reply.code)) throw replyError(reply);
  }
  const format = yield* fetchOverviewFormat(session);
  const reply = yield* attempt(
    session,
    formatCommand("XOVER", range, { part: "newsgroupName", cite: "RFC 2980 §2.8" }),
  );
  if (reply.code === 224) return yield* emitOverviews(session, format);
  if (NO_ARTICLE_CODES.includes(reply.code)) return;
  if (!UNSUPPORTED_CODES.includes(reply.code)) throw replyError(reply);
  yield* emitHeads(session, yield* listNumbers(session, newsgroupName, facts, chosen));
}

function emitOverviews(session: Session, format: OverviewFormat): Exchange<OverviewEvent> {
  return emitListing(session, (line) => readOverview(line, format));
}

/** Finds the order of the fields that an old server uses. */
function* fetchOverviewFormat(session: Session): Exchange<Ask, OverviewFormat> {
  const command = formatCommand("LIST OVERVIEW.FMT", undefined, { cite: "RFC 3977 §8.4" });
  const { code } = yield* attempt(session, command);
  return code === 215 ? readOverviewFormat(yield* readLines(session.inbox, session.limits)) : STANDARD_FORMAT;
}

/**
 * Returns the numbers of the selected articles: consecutive, or, if many are missing and the server supports it, from
 * LISTGROUP.
 */
export function* listNumbers(
  session: Session,
  newsgroupName: string,
  { count }: GroupReply,
  { range: { first, last } }: SelectedRange,
): Exchange<Ask, Iterator<string>> {
  const [from, to] = [BigInt(first), BigInt(last)];
  if (session.capabilities === undefined || to - from < 2n * BigInt(count)) return countNumbers(from, to);
  const range = `${first}-${last}`;
  const command = formatCommand("LISTGROUP", [newsgroupName, range], { cite: "RFC 3977 §6.1.2" });
  yield* request(session, command, 211);
  const numbers: string[] = [];
  yield* mapEvents<readonly Uint8Array[], never, number>(
    emitLines(session.inbox, session.limits),
    (lines) => {
      numbers.push(
        ...lines
          .map((line) => textOf(line).trim())
          .filter(isNumber)
          .map(normalizeArticleNumber),
      );
      return [];
    },
  );
  return numbers.values();
}

function isNumber(text: string): boolean {
  return checkArticleNumber(text) === undefined;
}

function* countNumbers(from: bigint, to: bigint): Generator<string, void, undefined> {
  for (let number = from; number <= to; number++) yield String(number);
}

function* emitHeads(session: Session, numbers: Iterator<string>): Exchange<OverviewEvent> {
  const { limits } = session;
  const options = { window: HEAD_WINDOW, code: 221, maxBlock: limits.maxHead, limit: "maxHead" };
  let entries = 0;
  let octets = 0;
  yield* mapEvents(runPipeline(session, createHeadCommands(numbers), options), (answer) => {
    const overview = toOverview(answer, session);
    if (overview === undefined) return [];
    octets += estimateOverviewSize(overview);
    if (++entries > limits.maxEntries) throw listingTooLargeError("entries", "maxEntries", limits.maxEntries);
    if (octets > limits.maxListing) throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    return [[overview]];
  });
}

/** Skip an article that does not exist. */
function toOverview(
  { of, reply, octets }: PipelinedReply<string>,
  { limits }: Session,
): Overview | undefined {
  if (octets !== undefined) return overviewFromHead(of, readHead(octets, limits));
  if (NO_ARTICLE_CODES.includes(reply.code) || reply.code === 430) return undefined;
  throw replyError(reply);
}

function* createHeadCommands(
  numbers: Iterator<string>,
): Generator<readonly [string, SendStep], void, undefined> {
  for (let next = numbers.next(); next.done !== true; next = numbers.next())
    yield [next.value, formatCommand("HEAD", next.value, { cite: "RFC 3977 §6.2.2" })];
}
