import { AccessError, type Limits } from "@anyurl/core";
import { DotReader, type Exchange, type Inbox, type Reply, type SendStep } from "@anyurl/core/exchange";
import { normalizeArticleNumber } from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { emitAsOneChunk, emitBlock, readChunks } from "./block.ts";
import { formatCommand, formatMessageId } from "./command.ts";
import { createGroupCommand, selectGroup } from "./group.ts";
import { type Head, HeadCollector, readHead } from "./head.ts";
import { request, runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

/** An article, identified by its message-id, or by its number in a newsgroup of one server. */
export type ArticleName =
  | { readonly messageId: string }
  | { readonly newsgroupName: string; readonly articleNumber: string };

/** The whole article, its head, or its body. */
export type ArticlePart = "article" | "head" | "body";

/** The server has started to send. */
export interface ArticleBegin {
  /** Without "<" and ">", if the server states it. Untrusted. */
  readonly messageId: string | undefined;
  /** `undefined` if only the body was requested. */
  readonly head: Head | undefined;
}

export type ArticleEvent = Ask | ArticleBegin | Uint8Array;

const VERBS: Readonly<Record<ArticlePart, { verb: string; code: number; cite: string }>> = {
  article: { verb: "ARTICLE", code: 220, cite: "RFC 3977 §6.2.1" },
  head: { verb: "HEAD", code: 221, cite: "RFC 3977 §6.2.2" },
  body: { verb: "BODY", code: 222, cite: "RFC 3977 §6.2.3" },
};

/**
 * Retrieves an article. Emits one ArticleBegin, then the bytes, without the dots of the transfer.
 *
 * @throws {AccessError} not-found, too-large, truncated, and the errors of a session.
 */
export function retrieveArticle(
  init: SessionInit,
  name: ArticleName,
  part: ArticlePart = "article",
): Exchange<ArticleEvent, true> {
  // Write all commands before the connection is opened: what cannot be requested fails here.
  const commands = createArticleCommands(name, part);
  return runSession(init, (session) => emitArticle(session, commands, part));
}

/** The fields of the head of an article. */
export interface ArticleHead {
  /** Without "<" and ">", as the server states it. Untrusted. */
  readonly messageId: string | undefined;
  readonly head: Head;
}

/**
 * Retrieves the head of an article.
 *
 * @throws {AccessError} not-found, too-large, and the errors of a session.
 */
export function statArticle(init: SessionInit, name: ArticleName): Exchange<Ask, ArticleHead> {
  const commands = createArticleCommands(name, "head");
  return runSession(init, (session) => readArticleHead(session, commands));
}

function* requestArticle(
  session: Session,
  { select, command }: ArticleCommands,
  part: ArticlePart,
): Exchange<Ask, Reply> {
  if (select !== undefined) yield* selectGroup(session, select);
  return yield* request(session, command, VERBS[part].code);
}

function* readArticleHead(session: Session, commands: ArticleCommands): Exchange<Ask, ArticleHead> {
  const reply = yield* requestArticle(session, commands, "head");
  const reader = new DotReader({ maxLine: session.limits.maxTextLine });
  const head = new HeadCollector(session.limits);
  while (!reader.ended) for (const piece of yield* readChunks(session.inbox, reader)) head.push(piece);
  return { messageId: getMessageId(reply), head: readHead(head.take(), session.limits) };
}

export interface ArticleCommands {
  /** Writes the GROUP command, which comes first if the article is requested by its number. */
  readonly select: SendStep | undefined;
  readonly command: SendStep;
}

/**
 * Writes the command for an article.
 *
 * @throws {AccessError} not-found: the number 0; control-octet, bad-message-id, too-long.
 */
export function createArticleCommands(name: ArticleName, part: ArticlePart): ArticleCommands {
  const { verb, cite } = VERBS[part];
  if ("messageId" in name) {
    const token = formatMessageId(name.messageId);
    return { select: undefined, command: formatCommand(verb, token, { part: "messageId", cite }) };
  }
  const number = normalizeArticleNumber(name.articleNumber);
  // "article numbers MUST lie between 1 and 2,147,483,647": never ask a server for 0 (RFC 3977 §6).
  if (number === "0") throw new AccessError("not-found", "no article has the number 0");
  return {
    select: createGroupCommand(name.newsgroupName),
    command: formatCommand(verb, number, { part: "articleNumber", cite }),
  };
}

function* emitArticle(
  session: Session,
  commands: ArticleCommands,
  part: ArticlePart,
): Exchange<ArticleEvent, true> {
  const messageId = getMessageId(yield* requestArticle(session, commands, part));
  const { inbox, limits } = session;
  const reader = new DotReader({ maxLine: limits.maxTextLine });
  if (part === "body") yield { do: "emit", event: { messageId, head: undefined } };
  else {
    const { octets, rest } = yield* collectHead(inbox, reader, limits);
    yield { do: "emit", event: { messageId, head: readHead(octets, limits) } };
    yield* emitAsOneChunk([octets, ...rest]);
  }
  yield* emitBlock(inbox, reader);
  return true;
}

/** Reads the head with its empty line, and the bytes after it that have arrived. */
function* collectHead(
  inbox: Inbox,
  reader: DotReader,
  limits: Limits,
): Exchange<never, { readonly octets: Uint8Array; readonly rest: readonly Uint8Array[] }> {
  const head = new HeadCollector(limits);
  const rest: Uint8Array[] = [];
  while (!head.complete && !reader.ended) {
    for (const piece of yield* readChunks(inbox, reader)) rest.push(head.complete ? piece : head.push(piece));
  }
  return { octets: head.take(), rest };
}

/** Parses 220 n <message-id>   (RFC 3977 §6.2.1). */
export function getMessageId({ text }: Reply): string | undefined {
  const [, id = ""] = text.split(/[ \t]+/, 2);
  return id.startsWith("<") && id.endsWith(">") && id.length > 2 ? id.slice(1, -1) : undefined;
}
