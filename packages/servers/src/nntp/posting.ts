import { randomUUID } from "node:crypto";
import { octetsOf } from "../name.ts";
import { endOfHead, fieldOf, storedArticle } from "./article.ts";
import type { NewsSession } from "./commands.ts";
import { line, type NntpReply } from "./reply.ts";

const PATH = "embedded.example";

/** Accepts an article as an injecting agent does (RFC 5537 §3.5). `undefined`: it was too large, or not in lines. */
export function takeArticle({ world }: NewsSession, octets: Uint8Array | undefined): NntpReply {
  const headEnd = octets && endOfHead(octets);
  if (octets === undefined || headEnd === undefined) return line(441, "Not an article");
  const head = octets.subarray(0, headEnd);
  for (const name of ["From", "Subject", "Newsgroups"])
    if (!fieldOf(head, name)) return line(441, `An article has a field ${name}`);
  const groups = fieldOf(head, "Newsgroups")!
    .split(",")
    .map((name) => world.spool.groups.get(name.trim()));
  if (!groups.some((group) => group !== undefined)) return line(441, "There is no such newsgroup");
  if (groups.some((group) => group?.status === "n"))
    return line(441, "Posting to this newsgroup is not allowed");
  if (groups.some((group) => group?.status === "m") && fieldOf(head, "Approved") === undefined)
    return line(441, "This newsgroup has a moderator");
  const id = fieldOf(head, "Message-ID") ?? `<${randomUUID()}@${PATH}>`;
  if (!/^<[!-;=?-~]{1,248}>$/.test(id)) return line(441, "Invalid message-id");
  if (world.spool.articles.has(id)) return line(441, "435 Duplicate");
  const more = [`Path: ${PATH}!not-for-mail`];
  if (fieldOf(head, "Message-ID") === undefined) more.push(`Message-ID: ${id}`);
  if (fieldOf(head, "Date") === undefined)
    more.push(`Date: ${new Date().toUTCString().replace("GMT", "+0000")}`);
  const added = octetsOf(more.map((field) => `${field}\r\n`).join(""));
  world.spool.add(storedArticle(Buffer.concat([added, octets]), Date.now()));
  return line(240, `Article received ${id}`);
}
