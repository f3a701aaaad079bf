import type { Exchange } from "@anyurl/core/exchange";

import { articleCommands, messageIdOf } from "./article.ts";
import type { Ask } from "./authinfo.ts";
import { type Command, commandOf } from "./command.ts";
import { choose, groupCommand, selectGroup, type Wanted } from "./group.ts";
import { mapped } from "./mapped.ts";
import { numbersOf } from "./over.ts";
import { type Answer, pipeline } from "./pipeline.ts";
import { refusal } from "./reply.ts";
import { closeSession, openSession, type SessionInit } from "./session.ts";

/** One of many articles, whole. */
export interface Article {
  /** What it was asked for by: a number, or a message-id without "<" and ">". */
  readonly name: string;
  /** As the server tells it, without "<" and ">". Untrusted. */
  readonly messageId: string | undefined;
  /** `undefined`: the server does not have it. */
  readonly octets: Uint8Array | undefined;
}

/** Many articles: some of a newsgroup, or some by their message-ids, without "<" and ">". */
export type ArticleNames =
  | { readonly newsgroupName: string; readonly wanted: Wanted }
  | { readonly messageIds: Iterable<string> };

export interface ManyOptions {
  /** Commands that are under way at once. Default 32; 1 asks for one article after the other. */
  readonly window?: number;
}

const WINDOW = 32;
const NONE: readonly number[] = [420, 423, 430];

/**
 * Retrieves many articles, asking for the next ones before the first have come (RFC 3977 §3.5). Each is held in memory,
 * and has at most maxBytes octets. Emits them in the order in which they were asked for.
 *
 * @throws {RangeError} the window is no number from 1 to 128.
 * @throws {AccessError} what one article fails with, but for not-found: such a one has no octets.
 */
export function retrieveArticles(
  init: SessionInit,
  names: ArticleNames,
  { window = WINDOW }: ManyOptions = {},
): Exchange<Ask | Article> {
  if (!Number.isInteger(window) || window < 1 || window > 128)
    throw new RangeError("the window is a number from 1 to 128");
  const select = "newsgroupName" in names ? groupCommand(names.newsgroupName) : undefined;
  return retrieval(init, names, window, select);
}

function* retrieval(
  init: SessionInit,
  names: ArticleNames,
  window: number,
  select: Command | undefined,
): Exchange<Ask | Article> {
  const session = yield* openSession(init);
  let commands: Iterator<readonly [string, Command]>;
  if ("messageIds" in names) commands = byMessageId(names.messageIds);
  else {
    const { newsgroupName, wanted } = names;
    const facts = yield* selectGroup(session, select!);
    const chosen = choose(facts, wanted);
    const numbers =
      chosen === undefined ? [].values() : yield* numbersOf(session, newsgroupName, facts, chosen);
    commands = byNumber(numbers);
  }
  const { maxBytes } = session.limits;
  const options = { window, code: 220, maxBlock: maxBytes, limit: "maxBytes" };
  yield* mapped(pipeline(session, commands, options), articleIn);
  yield* closeSession(session);
}

function articleIn({ of, reply, octets }: Answer<string>): Article {
  if (octets === undefined && !NONE.includes(reply.code)) throw refusal(reply);
  return { name: of, messageId: octets && messageIdOf(reply), octets };
}

function* byMessageId(ids: Iterable<string>): Generator<readonly [string, Command], void, undefined> {
  for (const messageId of ids) yield [messageId, articleCommands({ messageId }, "article").command];
}

function* byNumber(numbers: Iterator<string>): Generator<readonly [string, Command], void, undefined> {
  for (let next = numbers.next(); next.done !== true; next = numbers.next())
    yield [next.value, commandOf("ARTICLE", next.value, { cite: "RFC 3977 §6.2.1" })];
}
