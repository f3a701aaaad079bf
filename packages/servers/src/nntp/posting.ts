import { randomUUID } from "node:crypto";
import { octetsOf } from "@anyurl/core";
import { findHeadEnd, getField, parseArticle } from "./article.ts";
import type { NewsSession } from "./news-session.ts";
import { createReply, type NntpReply } from "./reply.ts";

const PATH_HEADER = "embedded.example";

/** Accepts an article as an injecting agent does (RFC 5537 §3.5). `undefined`: it was too large, or not in lines. */
export function receiveArticle({ world }: NewsSession, octets: Uint8Array | undefined): NntpReply {
  const headEnd = octets && findHeadEnd(octets);
  if (octets === undefined || headEnd === undefined) return createReply(441, "Not an article");
  const head = octets.subarray(0, headEnd);
  for (const name of ["From", "Subject", "Newsgroups"])
    if (!getField(head, name)) return createReply(441, `An article has a field ${name}`);
  const groups = getField(head, "Newsgroups")!
    .split(",")
    .map((name) => world.spool.groups.get(name.trim()));
  if (!groups.some((group) => group !== undefined)) return createReply(441, "There is no such newsgroup");
  if (groups.some((group) => group?.status === "n"))
    return createReply(441, "Posting to this newsgroup is not allowed");
  if (groups.some((group) => group?.status === "m") && getField(head, "Approved") === undefined)
    return createReply(441, "This newsgroup has a moderator");
  const id = getField(head, "Message-ID") ?? `<${randomUUID()}@${PATH_HEADER}>`;
  if (!/^<[!-;=?-~]{1,248}>$/.test(id)) return createReply(441, "Invalid message-id");
  if (world.spool.articles.has(id)) return createReply(441, "435 Duplicate");
  const more = [`Path: ${PATH_HEADER}!not-for-mail`];
  if (getField(head, "Message-ID") === undefined) more.push(`Message-ID: ${id}`);
  if (getField(head, "Date") === undefined)
    more.push(`Date: ${new Date().toUTCString().replace("GMT", "+0000")}`);
  const added = octetsOf(more.map((field) => `${field}\r\n`).join(""));
  world.spool.add(parseArticle(Buffer.concat([added, octets]), Date.now()));
  return createReply(240, `Article received ${id}`);
}
