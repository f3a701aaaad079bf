import { formatTimeVal } from "../time-val.ts";
import { hdr, list, newGroups, newNews, over } from "./listings.ts";
import { authinfo, canRead } from "./login.ts";
import type { NewsSession } from "./news-session.ts";
import { group, listGroup, moveCurrent, sendArticle } from "./reading.ts";
import { createBlockReply, createReply, type NntpReply } from "./reply.ts";
import type { NntpFeature } from "./server-state.ts";

type Command = (session: NewsSession, words: readonly string[]) => NntpReply;

interface CommandEntry {
  readonly run: Command;
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [number, number];
  /** The feature that the command needs. */
  readonly feature?: NntpFeature;
  /** Whether the command is for readers. Default true. */
  readonly free?: true;
}

const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ["CAPABILITIES", { run: capabilities, takes: [0, 1], feature: "CAPABILITIES", free: true }],
  ["MODE", { run: mode, takes: [1, 1], feature: "CAPABILITIES", free: true }],
  ["HELP", { run: help, takes: [0, 0], free: true }],
  ["QUIT", { run: () => createReply(205, "Goodbye", "close"), takes: [0, 0], free: true }],
  ["DATE", { run: date, takes: [0, 0], feature: "CAPABILITIES" }],
  ["STARTTLS", { run: startTls, takes: [0, 0], free: true }],
  ["AUTHINFO", { run: authinfo, takes: [2, 2], free: true }],
  ["GROUP", { run: group, takes: [1, 1] }],
  ["LISTGROUP", { run: listGroup, takes: [0, 2], feature: "LISTGROUP" }],
  ["ARTICLE", { run: sendArticle("ARTICLE"), takes: [0, 1] }],
  ["HEAD", { run: sendArticle("HEAD"), takes: [0, 1] }],
  ["BODY", { run: sendArticle("BODY"), takes: [0, 1] }],
  ["STAT", { run: sendArticle("STAT"), takes: [0, 1] }],
  ["NEXT", { run: moveCurrent(1), takes: [0, 0] }],
  ["LAST", { run: moveCurrent(-1), takes: [0, 0] }],
  ["LIST", { run: list, takes: [0, 2] }],
  ["OVER", { run: over, takes: [0, 1], feature: "OVER" }],
  ["XOVER", { run: over, takes: [0, 1], feature: "XOVER" }],
  ["HDR", { run: hdr(225), takes: [1, 2], feature: "HDR" }],
  ["XHDR", { run: hdr(221), takes: [1, 2], feature: "HDR" }],
  ["NEWGROUPS", { run: newGroups, takes: [2, 3] }],
  ["NEWNEWS", { run: newNews, takes: [3, 4] }],
  ["POST", { run: post, takes: [0, 0] }],
]);

/** Executes a command line (RFC 3977 §3.1). */
export function runNntpCommand(session: NewsSession, text: string): NntpReply {
  const { world } = session;
  const [verb = "", ...words] = text.trim().split(/[ \t]+/);
  const row = COMMANDS.get(verb.toUpperCase());
  if (row === undefined || (row.feature !== undefined && !world.features.has(row.feature)))
    return createReply(500, "Unknown command");
  const { run, takes, free } = row;
  if (words.length < takes[0] || words.length > takes[1]) return createReply(501, "Syntax error");
  if (!free) {
    if (!session.reading) return createReply(401, "MODE-READER");
    if (!canRead(session)) return createReply(480, "Log in first");
  }
  return run(session, words);
}

/** Lists the current capabilities (RFC 3977 §5.2, RFC 4642 §2.1, RFC 4643 §2.1). */
function capabilities({ world, secured, reading, authenticated }: NewsSession): NntpReply {
  const { features, posting, tls } = world;
  const lines = ["VERSION 2", "IMPLEMENTATION anyurl embedded news server"];
  if (!reading) lines.push("MODE-READER");
  else {
    lines.push("READER", "NEWNEWS", "LIST ACTIVE ACTIVE.TIMES HEADERS NEWSGROUPS OVERVIEW.FMT");
    if (posting) lines.push("POST");
    if (features.has("OVER")) lines.push("OVER MSGID");
    if (features.has("HDR")) lines.push("HDR");
  }
  if (tls !== undefined && !secured && !authenticated) lines.push("STARTTLS");
  if (!authenticated) lines.push(tls === undefined || secured ? "AUTHINFO USER" : "AUTHINFO");
  return createBlockReply(101, "Capabilities:", lines);
}

function mode(session: NewsSession, [word = ""]: readonly string[]): NntpReply {
  if (word.toUpperCase() !== "READER") return createReply(501, "There is no such mode");
  session.reading = true;
  return session.world.posting ? createReply(200, "Posting allowed") : createReply(201, "Posting prohibited");
}

function help(): NntpReply {
  return createBlockReply(100, "Commands:", [...COMMANDS.keys()]);
}

function date(): NntpReply {
  return createReply(111, formatTimeVal(new Date()));
}

function startTls({ world, secured, authenticated }: NewsSession): NntpReply {
  if (world.tls === undefined) return createReply(500, "Unknown command");
  if (secured || authenticated) return createReply(502, "Not allowed in this state");
  return createReply(382, "Go on with TLS", "tls");
}

function post({ world, authenticated }: NewsSession): NntpReply {
  if (!world.posting) return createReply(440, "Posting prohibited");
  if (world.loginFor === "posting" && !authenticated) return createReply(480, "Log in first");
  return createReply(340, "Send the article", "article");
}
