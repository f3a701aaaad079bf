import { textOf } from "@anyurl/core";
import { type Exchange, mapEvents, type SendStep } from "@anyurl/core/exchange";
import type { Ask } from "./authinfo.ts";
import { emitLines } from "./block.ts";
import { formatCommand } from "./command.ts";
import type { SkippedLines } from "./over.ts";
import { closeSession, openSession, request, type SessionInit } from "./session.ts";

/** Message-ids, as the server sends them: with "<" and ">". */
export type NewNewsEvent = Ask | readonly string[] | SkippedLines;

/**
 * Lists the message-ids of articles that arrived at a server since a time, in newsgroups that match a pattern (RFC 3977
 * §7.4). Emits them in batches as they arrive.
 *
 * @throws {AccessError} unsupported: not every server has the command; and the errors of a session.
 */
export function listNewNews(init: SessionInit, wildmat: string, since: Date): Exchange<NewNewsEvent> {
  // Check before the connection is opened.
  createNewNewsCommand(wildmat, since, 8);
  return runListing(init, wildmat, since);
}

function* runListing(init: SessionInit, wildmat: string, since: Date): Exchange<NewNewsEvent> {
  const session = yield* openSession(init);
  // A server of RFC 977 uses years of two digits.
  const digits = session.capabilities === undefined ? 6 : 8;
  yield* request(session, createNewNewsCommand(wildmat, since, digits), 230);
  const skipped = yield* mapEvents(emitLines(session.inbox, session.limits), (lines) => [
    parseMessageIds(lines),
  ]);
  if (skipped > 0) yield { do: "emit", event: { skipped } };
  yield* closeSession(session);
}

/** Writes NEWNEWS wildmat date time GMT. */
function createNewNewsCommand(wildmat: string, since: Date, digits: 6 | 8): SendStep {
  const [date = "", time = ""] = since.toISOString().replace(/[-:]/g, "").split(/[T.]/);
  return formatCommand("NEWNEWS", [wildmat, date.slice(-digits), time, "GMT"], { cite: "RFC 3977 §7.4" });
}

function parseMessageIds(lines: readonly Uint8Array[]): readonly string[] {
  return lines.map((line) => textOf(line).trim()).filter((id) => id !== "");
}
