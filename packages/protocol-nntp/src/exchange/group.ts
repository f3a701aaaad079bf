import { AccessError } from "@anyurl/core";
import { type Exchange, formatReply, type SendStep } from "@anyurl/core/exchange";
import {
  type ArticleRange,
  checkArticleNumber,
  compareArticleNumbers,
  normalizeArticleNumber,
} from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { formatCommand } from "./command.ts";
import { request, runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

/** The reply to GROUP (RFC 3977 §6.1.1). Numbers are digits without leading zeros. */
export interface GroupReply {
  /** Estimated number of articles, never less than the true number. */
  readonly count: string;
  readonly low: string;
  readonly high: string;
}

/**
 * Writes the GROUP command.
 *
 * @throws {AccessError} control-octet, too-long: the name cannot be sent.
 */
export function createGroupCommand(newsgroupName: string): SendStep {
  return formatCommand("GROUP", newsgroupName, { part: "newsgroupName", cite: "RFC 3977 §6.1.1" });
}

/**
 * Selects a newsgroup.
 *
 * @throws {AccessError} not-found, protocol-error, and the errors of a session.
 */
export function* selectGroup(session: Session, command: SendStep): Exchange<Ask, GroupReply> {
  const { text } = yield* request(session, command, 211);
  const [count = "", low = "", high = ""] = text.split(/[ \t]+/);
  if ([count, low, high].some((each) => checkArticleNumber(each) !== undefined)) {
    throw new AccessError("protocol-error", "the reply to GROUP does not state the article numbers", {
      reply: formatReply({ code: 211, text }),
    });
  }
  return {
    count: normalizeArticleNumber(count),
    low: normalizeArticleNumber(low),
    high: normalizeArticleNumber(high),
  };
}

/**
 * Retrieves the reply to GROUP.
 *
 * @throws {AccessError} not-found, and the errors of a session.
 */
export function statGroup(init: SessionInit, newsgroupName: string): Exchange<Ask, GroupReply> {
  const select = createGroupCommand(newsgroupName);
  return runSession(init, (session) => selectGroup(session, select));
}

/** Returns whether the group is empty, in any of the three ways that a server can say so (RFC 3977 §6.1.1.2). */
function isEmpty({ count, low, high }: GroupReply): boolean {
  return count === "0" || compareArticleNumbers(high, low) < 0;
}

/** A selection of articles: those of a range, and of these the newest, by number. */
export interface ArticleSelection {
  readonly range: ArticleRange | undefined;
  /** Maximum count of numbers. */
  readonly newest: number;
}

/** The selected range of a group, and how many numbers below it were omitted; `undefined`: nothing is selected. */
export interface SelectedRange {
  readonly range: { readonly first: string; readonly last: string };
  readonly older: string;
}

/**
 * Intersects the selection with the range of the group. Numbers have up to 16 digits, more than a float can represent
 * exactly.
 */
export function selectRange(
  facts: GroupReply,
  { range, newest }: ArticleSelection,
): SelectedRange | undefined {
  if (isEmpty(facts)) return undefined;
  const least = maxNumber(BigInt(facts.low), BigInt(range?.first ?? "0"));
  const end = range === undefined || range.last === "" ? facts.high : range.last;
  const last = BigInt(compareArticleNumbers(end, facts.high) < 0 ? end : facts.high);
  const first = Number.isFinite(newest) ? maxNumber(least, last - BigInt(Math.trunc(newest)) + 1n) : least;
  if (first > last) return undefined;
  return { range: { first: String(first), last: String(last) }, older: String(first - least) };
}

function maxNumber(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
