import { DotReader, type Exchange, type SendStep } from "@anyurl/core/exchange";
import { type ArticleCommands, type ArticleName, createArticleCommands, getMessageId } from "./article.ts";
import type { Ask } from "./authinfo.ts";
import { readChunks } from "./block.ts";
import { createGroupCommand, type GroupReply, selectGroup } from "./group.ts";
import { type Head, HeadCollector, readHead } from "./head.ts";
import { closeSession, openSession, request, type SessionInit } from "./session.ts";

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
  return fetchHead(init, createArticleCommands(name, "head"));
}

function* fetchHead(init: SessionInit, { select, command }: ArticleCommands): Exchange<Ask, ArticleHead> {
  const session = yield* openSession(init);
  if (select !== undefined) yield* selectGroup(session, select);
  const reply = yield* request(session, command, 221);
  const reader = new DotReader({ maxLine: session.limits.maxTextLine });
  const head = new HeadCollector(session.limits);
  while (!reader.ended) for (const piece of yield* readChunks(session.inbox, reader)) head.push(piece);
  yield* closeSession(session);
  return { messageId: getMessageId(reply), head: readHead(head.take(), session.limits) };
}

/**
 * Retrieves the reply to GROUP.
 *
 * @throws {AccessError} not-found, and the errors of a session.
 */
export function statGroup(init: SessionInit, newsgroupName: string): Exchange<Ask, GroupReply> {
  return fetchGroup(init, createGroupCommand(newsgroupName));
}

function* fetchGroup(init: SessionInit, select: SendStep): Exchange<Ask, GroupReply> {
  const session = yield* openSession(init);
  const facts = yield* selectGroup(session, select);
  yield* closeSession(session);
  return facts;
}

/**
 * Checks that the server responds, without reading its capabilities.
 *
 * @throws {AccessError} the errors of a session.
 */
export function* statServer(init: SessionInit): Exchange<Ask> {
  yield* closeSession(yield* openSession(init));
}
