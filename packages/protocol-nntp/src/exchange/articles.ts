import { type Exchange, mapEvents, type SendStep } from "@anyurl/core/exchange";
import { createArticleCommands, getMessageId } from "./article.ts";
import type { Ask } from "./authinfo.ts";
import { formatCommand, replyError } from "./command.ts";
import { type ArticleSelection, createGroupCommand, selectGroup, selectRange } from "./group.ts";
import { listNumbers } from "./over.ts";
import { type PipelinedReply, runPipeline } from "./pipeline.ts";
import { runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

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
  | { readonly newsgroupName: string; readonly wanted: ArticleSelection }
  | { readonly messageIds: Iterable<string> };

export interface ManyOptions {
  /** Maximum number of pipelined commands. Default 32; 1 requests one article at a time. */
  readonly window?: number;
}

const DEFAULT_WINDOW = 32;
const NO_ARTICLE_CODES: readonly number[] = [420, 423, 430];

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
  { window = DEFAULT_WINDOW }: ManyOptions = {},
): Exchange<Ask | Article> {
  if (!Number.isInteger(window) || window < 1 || window > 128)
    throw new RangeError("invalid window: expected a number from 1 to 128");
  const select = "newsgroupName" in names ? createGroupCommand(names.newsgroupName) : undefined;
  return runSession(init, (session) => emitArticles(session, names, window, select));
}

function* emitArticles(
  session: Session,
  names: ArticleNames,
  window: number,
  select: SendStep | undefined,
): Exchange<Ask | Article> {
  let commands: Iterator<readonly [string, SendStep]>;
  if ("messageIds" in names) commands = commandsByMessageId(names.messageIds);
  else {
    const { newsgroupName, wanted } = names;
    const facts = yield* selectGroup(session, select!);
    const chosen = selectRange(facts, wanted);
    const numbers =
      chosen === undefined ? [].values() : yield* listNumbers(session, newsgroupName, facts, chosen);
    commands = commandsByNumber(numbers);
  }
  const { maxBytes } = session.limits;
  const options = { window, code: 220, maxBlock: maxBytes, limit: "maxBytes" };
  yield* mapEvents(runPipeline(session, commands, options), (reply) => [toArticle(reply)]);
}

function toArticle({ of, reply, octets }: PipelinedReply<string>): Article {
  if (octets === undefined && !NO_ARTICLE_CODES.includes(reply.code)) throw replyError(reply);
  return { name: of, messageId: octets && getMessageId(reply), octets };
}

function* commandsByMessageId(
  ids: Iterable<string>,
): Generator<readonly [string, SendStep], void, undefined> {
  for (const messageId of ids) yield [messageId, createArticleCommands({ messageId }, "article").command];
}

function* commandsByNumber(
  numbers: Iterator<string>,
): Generator<readonly [string, SendStep], void, undefined> {
  for (let next = numbers.next(); next.done !== true; next = numbers.next())
    yield [next.value, formatCommand("ARTICLE", next.value, { cite: "RFC 3977 §6.2.1" })];
}
