import { textOf } from "@anyurl/core";
import { type Exchange, mapEvents, type SendStep } from "@anyurl/core/exchange";
import { checkArticleNumber, normalizeArticleNumber } from "../article-number.ts";
import type { Ask } from "./authinfo.ts";
import { emitLines } from "./block.ts";
import { formatCommand } from "./command.ts";
import type { SkippedLines } from "./over.ts";
import { replyError } from "./reply.ts";
import { attempt, closeSession, openSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";
import { matchesWildmat } from "./wildmat.ts";

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
  return runListing(init, wildmat, {
    active: formatCommand("LIST ACTIVE", argument, { ...part, cite: "RFC 3977 §7.6.3" }),
    newsgroups: descriptions
      ? formatCommand("LIST NEWSGROUPS", argument, { ...part, cite: "RFC 3977 §7.6.6" })
      : undefined,
  });
}

interface Commands {
  readonly active: SendStep;
  readonly newsgroups: SendStep | undefined;
}

function* runListing(
  init: SessionInit,
  wildmat: string,
  { active, newsgroups }: Commands,
): Exchange<GroupsEvent> {
  const session = yield* openSession(init);
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
  const groups = (lines: readonly Uint8Array[]): readonly Group[] =>
    lines
      .map((line) => parseGroup(line, texts))
      .filter((group) => group !== undefined)
      .filter(({ name }) => wildmat === "*" || matchesWildmat(name, wildmat));
  const skipped = yield* mapEvents(emitLines(session.inbox, session.limits), (lines) => [groups(lines)]);
  if (skipped > 0) yield { do: "emit", event: { skipped } };
  yield* closeSession(session);
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
      const name = end < 0 ? text : text.slice(0, end);
      if (end > 0 && (wildmat === "*" || matchesWildmat(name, wildmat)))
        texts.set(name, text.slice(end).trim());
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
