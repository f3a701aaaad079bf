import type { Exchange } from "@anyurl/core/exchange";
import { type ArticleCommands, type ArticleName, articleCommands, messageIdOf } from "./article.ts";
import type { Ask } from "./authinfo.ts";
import { nextPieces } from "./block.ts";
import type { Command } from "./command.ts";
import { DotReader } from "./dot-reader.ts";
import { type GroupFacts, groupCommand, selectGroup } from "./group.ts";
import { type Head, HeadCollector, readHead } from "./head.ts";
import { closeSession, openSession, request, type SessionInit } from "./session.ts";

/** What the head of an article says. */
export interface ArticleFacts {
  /** Without "<" and ">", as the server tells it. Untrusted. */
  readonly messageId: string | undefined;
  readonly head: Head;
}

/** @throws {AccessError} not-found, too-large, and what a session fails with. */
export function statArticle(init: SessionInit, name: ArticleName): Exchange<Ask, ArticleFacts> {
  return headOf(init, articleCommands(name, "head"));
}

function* headOf(init: SessionInit, { select, command }: ArticleCommands): Exchange<Ask, ArticleFacts> {
  const session = yield* openSession(init);
  if (select !== undefined) yield* selectGroup(session, select);
  const reply = yield* request(session, command, 221);
  const reader = new DotReader(session.limits.maxTextLine);
  const head = new HeadCollector(session.limits);
  while (!reader.ended) for (const piece of yield* nextPieces(session.inlet, reader)) head.push(piece);
  yield* closeSession(session);
  return { messageId: messageIdOf(reply), head: readHead(head.take(), session.limits) };
}

/** @throws {AccessError} not-found, and what a session fails with. */
export function statGroup(init: SessionInit, newsgroupName: string): Exchange<Ask, GroupFacts> {
  return groupFacts(init, groupCommand(newsgroupName));
}

function* groupFacts(init: SessionInit, select: Command): Exchange<Ask, GroupFacts> {
  const session = yield* openSession(init);
  const facts = yield* selectGroup(session, select);
  yield* closeSession(session);
  return facts;
}

/** Is the server there? What it can do is not asked for. @throws {AccessError} what a session fails with. */
export function* statServer(init: SessionInit): Exchange<Ask> {
  yield* closeSession(yield* openSession(init));
}
