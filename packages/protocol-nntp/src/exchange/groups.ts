import { textOf } from "@anyurl/core";
import { type Exchange, mapEvents, type SendStep } from "@anyurl/core/exchange";
import { checkArticleNumber, normalizeArticleNumber } from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { emitLines, emitListing, type SkippedLines } from "./block.ts";
import { formatCommand, replyError } from "./command.ts";
import { attempt, request, runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

/** The server's description of a newsgroup (RFC 3977 §7.6.3, §7.6.6). All texts are untrusted and keep their bytes. */
export interface Group {
  readonly name: string;
  /** Digits, without leading zeros; "" if the server sends something else. */
  readonly high: string;
  readonly low: string;
  /** "y": posting allowed; "n": not allowed; "m": moderated; servers have others. */
  readonly status: string;
  /** `undefined`: no description. */
  readonly description: string | undefined;
}

export type GroupsEvent = Ask | readonly Group[] | SkippedLines;

/** Reply codes that mean that the server does not have a command, or not with an argument. */
const UNSUPPORTED_CODES: readonly number[] = [500, 501, 503];

/**
 * Lists the newsgroups of a server that match a pattern; "*" matches all. Emits them in batches as they arrive. Groups
 * that do not match are filtered out, because some servers ignore patterns.
 *
 * @throws {AccessError} too-large, truncated, and the errors of a session.
 */
export function listGroups(
  init: SessionInit,
  wildmat: string,
  { descriptions }: { readonly descriptions: boolean },
): Exchange<GroupsEvent> {
  const argument = wildmat === "*" ? undefined : wildmat;
  const part = { part: "wildmat" };
  const active = formatCommand("LIST ACTIVE", argument, { ...part, cite: "RFC 3977 §7.6.3" });
  const newsgroups = descriptions
    ? formatCommand("LIST NEWSGROUPS", argument, { ...part, cite: "RFC 3977 §7.6.6" })
    : undefined;
  return runSession(init, function* (session): Exchange<GroupsEvent> {
    const texts = new Map<string, string>();
    if (newsgroups !== undefined) {
      const reply = yield* attempt(session, newsgroups);
      if (reply.code === 215) yield* readDescriptions(session, wildmat, texts);
      else if (!UNSUPPORTED_CODES.includes(reply.code) && reply.code !== 480) throw replyError(reply);
    }
    let reply = yield* attempt(session, active);
    // A server of RFC 977 has only LIST.
    if (UNSUPPORTED_CODES.includes(reply.code))
      reply = yield* attempt(session, formatCommand("LIST", undefined, { cite: "RFC 977 §3.6" }));
    if (reply.code !== 215) throw replyError(reply);
    yield* emitListing(session, (line) => {
      const group = parseGroup(line, texts);
      return group !== undefined && isWanted(group.name, wildmat) ? group : undefined;
    });
  });
}

function isWanted(name: string, wildmat: string): boolean {
  return wildmat === "*" || matchesWildmat(name, wildmat);
}

/** newsgroup-name 1*WS text   (RFC 3977 §7.6.6) */
function* readDescriptions(
  { inbox, limits }: Session,
  wildmat: string,
  texts: Map<string, string>,
): Exchange<never> {
  yield* mapEvents<readonly Uint8Array[], never, number>(emitLines(inbox, limits), (lines) => {
    for (const line of lines) {
      const text = textOf(line);
      const end = text.search(/[ \t]/);
      const name = text.slice(0, Math.max(end, 0));
      if (name !== "" && isWanted(name, wildmat)) texts.set(name, text.slice(end).trim());
    }
    return [];
  });
}

/** Parses newsgroup-name SP high SP low SP status from the right: an old server can have spaces in a name. */
function parseGroup(line: Uint8Array, texts: ReadonlyMap<string, string>): Group | undefined {
  const words = textOf(line)
    .trimEnd()
    .split(/[ \t]+/);
  const [name = "", high, low, status = ""] =
    words.length > 4 ? [words.slice(0, -3).join(" "), ...words.slice(-3)] : words;
  if (name === "") return undefined;
  return { name, high: parseNumber(high), low: parseNumber(low), status, description: texts.get(name) };
}

function parseNumber(text = ""): string {
  return checkArticleNumber(text) === undefined ? normalizeArticleNumber(text) : "";
}

/** Message-ids, as the server sends them: with "<" and ">". */
export type NewNewsEvent = Ask | readonly string[] | SkippedLines;

/**
 * Lists the message-ids of articles that arrived at a server since a time, in newsgroups that match a pattern (RFC 3977
 * §7.4). Emits them in batches as they arrive.
 *
 * @throws {AccessError} unsupported: not every server has the command; and the errors of a session.
 */
export function listNewNews(init: SessionInit, wildmat: string, since: Date): Exchange<NewNewsEvent> {
  // A server of RFC 977 uses years of two digits. Written before the connection is opened, so that errors come first.
  const long = createNewNewsCommand(wildmat, since, 8);
  const short = createNewNewsCommand(wildmat, since, 6);
  return runSession(init, function* (session): Exchange<NewNewsEvent> {
    yield* request(session, session.capabilities === undefined ? short : long, 230);
    yield* emitListing(session, (line) => textOf(line).trim() || undefined);
  });
}

/** Writes NEWNEWS wildmat date time GMT. */
function createNewNewsCommand(wildmat: string, since: Date, digits: 6 | 8): SendStep {
  const [date = "", time = ""] = since.toISOString().replace(/[-:]/g, "").split(/[T.]/);
  return formatCommand("NEWNEWS", [wildmat, date.slice(-digits), time, "GMT"], { cite: "RFC 3977 §7.4" });
}

/**
 * Returns whether a name matches a wildmat-pattern (RFC 3977 §4.2): "*" matches any characters, "?" one. One pattern
 * has no other wildcards. The time is at most proportional to the product of the two lengths: no pattern causes
 * exponential backtracking.
 */
export function matchesWildmat(name: string, pattern: string): boolean {
  const [text, marks] = [Array.from(name), Array.from(pattern)];
  let at = 0;
  let mark = 0;
  /** The position of the last "*", and the end of what it matches so far. */
  let star = -1;
  let starEnd = 0;
  while (at < text.length) {
    if (marks[mark] === "*") {
      star = mark++;
      starEnd = at;
    } else if (marks[mark] === "?" || marks[mark] === text[at]) {
      mark++;
      at++;
    } else if (star >= 0) {
      mark = star + 1;
      at = ++starEnd;
    } else return false;
  }
  while (marks[mark] === "*") mark++;
  return mark === marks.length;
}
