import { AccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import {
  type ArticleRange,
  articleNumberFault,
  compareArticleNumbers,
  normalArticleNumber,
} from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { type Command, commandOf } from "./command.ts";
import { shorten } from "./reply.ts";
import { request, type Session } from "./session.ts";

/** The reply to GROUP (RFC 3977 §6.1.1). Numbers are digits without leading zeros. */
export interface GroupFacts {
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
export function groupCommand(newsgroupName: string): Command {
  return commandOf("GROUP", newsgroupName, { part: "newsgroupName", cite: "RFC 3977 §6.1.1" });
}

/**
 * Selects a newsgroup.
 *
 * @throws {AccessError} not-found, protocol-error, and the errors of a session.
 */
export function* selectGroup(session: Session, command: Command): Exchange<Ask, GroupFacts> {
  const { text } = yield* request(session, command, 211);
  const [count = "", low = "", high = ""] = text.split(/[ \t]+/, 3);
  if ([count, low, high].some((each) => articleNumberFault(each) !== undefined)) {
    throw new AccessError("protocol-error", "the reply to GROUP does not state the article numbers", {
      reply: shorten(`211 ${text}`),
    });
  }
  return {
    count: normalArticleNumber(count),
    low: normalArticleNumber(low),
    high: normalArticleNumber(high),
  };
}

/** Returns whether the group is empty, in any of the three ways that a server can say so (RFC 3977 §6.1.1.2). */
function isEmpty({ count, low, high }: GroupFacts): boolean {
  return count === "0" || compareArticleNumbers(high, low) < 0;
}

/** A selection of articles: those of a range, and of these the newest, by number. */
export interface Wanted {
  readonly range: ArticleRange | undefined;
  /** Maximum count of numbers. */
  readonly newest: number;
}

/** The selected range of a group, and how many numbers below it were omitted; `undefined`: nothing is selected. */
export interface Chosen {
  readonly range: { readonly first: string; readonly last: string };
  readonly older: string;
}

/**
 * Intersects the selection with the range of the group. Numbers have up to 16 digits, more than a float can represent
 * exactly.
 */
export function choose(facts: GroupFacts, { range, newest }: Wanted): Chosen | undefined {
  if (isEmpty(facts)) return undefined;
  const least = max(BigInt(facts.low), BigInt(range?.first ?? "0"));
  const end = range === undefined || range.last === "" ? facts.high : range.last;
  const last = BigInt(compareArticleNumbers(end, facts.high) < 0 ? end : facts.high);
  if (last < least) return undefined;
  const first = Number.isFinite(newest) ? max(least, last - BigInt(Math.trunc(newest)) + 1n) : least;
  if (first > last) return undefined;
  return { range: { first: String(first), last: String(last) }, older: String(first - least) };
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
