import type { Exchange } from "@anyurl/core/exchange";

import { articleCommands, messageIdOf } from "./article.ts";
import type { Ask } from "./authinfo.ts";
import { type Command, commandOf } from "./command.ts";
import { choose, groupCommand, selectGroup, type Wanted } from "./group.ts";
import { mapped } from "./map-events.ts";
import { numbersOf } from "./over.ts";
import { type Answer, pipeline } from "./pipeline.ts";
import { refusal } from "./reply.ts";
import { closeSession, openSession, type SessionInit } from "./session.ts";

/** One of several articles, complete. */
export interface Article {
  /** The requested name: a number, or a message-id without "<" and ">". */
  readonly name: string;
  /** As the server states it, without "<" and ">". Untrusted. */
  readonly messageId: string | undefined;
  /** `undefined`: the server does not have the article. */
  readonly octets: Uint8Array | undefined;
}

/** Several articles: those of a newsgroup, or a list of message-ids without "<" and ">". */
export type ArticleNames =
  | { readonly newsgroupName: string; readonly wanted: Wanted }
  | { readonly messageIds: Iterable<string> };

export interface ManyOptions {
  /** Maximum number of pipelined commands. Default 32; 1 requests one article at a time. */
  readonly window?: number;
}

const WINDOW = 32;
const NONE: readonly number[] = [420, 423, 430];

/**
 * Retrieves several articles with pipelined commands (RFC 3977 §3.5). Each article is held in memory and has at most
 * maxBytes bytes. Emits them in the order of the requests.
 *
 * @throws {RangeError} the window is not a number from 1 to 128.
 * @throws {AccessError} the errors of one article, except not-found: a missing article has no bytes.
 */
export function retrieveArticles(
  init: SessionInit,
  names: ArticleNames,
  { window = WINDOW }: ManyOptions = {},
): Exchange<Ask | Article> {
  if (!Number.isInteger(window) || window < 1 || window > 128)
    throw new RangeError("invalid window: expected a number from 1 to 128");
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
