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

/** What GROUP says of a newsgroup (RFC 3977 §6.1.1). Numbers are their digits, without leading zeros. */
export interface GroupFacts {
  /** About how many articles there are: never less than there are. */
  readonly count: string;
  readonly low: string;
  readonly high: string;
}

/** @throws {AccessError} control-octet, too-long: no server can be asked for it. */
export function groupCommand(newsgroupName: string): Command {
  return commandOf("GROUP", newsgroupName, { part: "newsgroupName", cite: "RFC 3977 §6.1.1" });
}

/** Selects a newsgroup. @throws {AccessError} not-found, protocol-error, … */
export function* selectGroup(session: Session, command: Command): Exchange<Ask, GroupFacts> {
  const { text } = yield* request(session, command, 211);
  const [count = "", low = "", high = ""] = text.split(/[ \t]+/, 3);
  if ([count, low, high].some((each) => articleNumberFault(each) !== undefined)) {
    throw new AccessError("protocol-error", "the server does not say which articles the newsgroup has", {
      reply: shorten(`211 ${text}`),
    });
  }
  return {
    count: normalArticleNumber(count),
    low: normalArticleNumber(low),
    high: normalArticleNumber(high),
  };
}

/** Has it no article, in one of the three ways in which a server may say so (RFC 3977 §6.1.1.2)? */
function isEmpty({ count, low, high }: GroupFacts): boolean {
  return count === "0" || compareArticleNumbers(high, low) < 0;
}

/** Which articles are wanted: those of a range, and of them the newest, by their numbers. */
export interface Wanted {
  readonly range: ArticleRange | undefined;
  /** At most so many numbers. */
  readonly newest: number;
}

/** What is wanted of a group, and how many numbers were left out below it; `undefined`: there is nothing. */
export interface Chosen {
  readonly range: { readonly first: string; readonly last: string };
  readonly older: string;
}

/** The range that is wanted, within what the group has. Numbers have up to 16 digits: more than a float keeps apart. */
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
