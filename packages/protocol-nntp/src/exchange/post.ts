import { AccessError, isAccessError } from "@anyurl/core";
import { checkNoUnsolicitedData, type Exchange, type Reply, readReply } from "@anyurl/core/exchange";
import type { Ask } from "./authinfo.ts";
import { formatCommand } from "./command.ts";
import { replyError } from "./reply.ts";
import { closeSession, openSession, request, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/**
 * Posts an article to a server (RFC 3977 §6.3.1). Emits the server's reply.
 *
 * @param article lines that end with CR LF, as `checkArticle` returns them.
 * @throws {AccessError} permission-denied: the server accepts no articles from us (440), or rejects this one (441);
 * truncated: the connection closed before the server confirmed the article; and the errors of a session.
 */
export function* post(init: SessionInit, article: Uint8Array): Exchange<Ask | Reply> {
  const session = yield* openSession(init);
  const cite = "RFC 3977 §6.3.1";
  yield* request(session, formatCommand("POST", undefined, { cite }), 340);
  checkNoUnsolicitedData(session);
  yield { do: "send", octets: dotStuff(article), cite };
  const reply = yield* readFinalReply(session);
  if (reply.code !== 240) throw replyError(reply);
  yield { do: "emit", event: reply };
  yield* closeSession(session);
}

/** A retry could post the article twice. */
function* readFinalReply(session: Session): Exchange<never, Reply> {
  try {
    return yield* readReply(session);
  } catch (error) {
    if (!isAccessError(error) || (error.code !== "truncated" && error.code !== "timeout")) throw error;
    const message = "the server did not confirm the article: it may have been posted";
    throw new AccessError(error.code, message, {
      retryable: false,
      hint: "check whether the article was posted before you send it again",
      cause: error,
    });
  }
}

/**
 * Makes a multi-line data block of lines (RFC 3977 §3.1.1): a dot that begins a line is doubled, and "." is the last
 * line.
 */
export function dotStuff(lines: Uint8Array): Uint8Array {
  const starts = [0];
  for (let at = lines.indexOf(LF); at >= 0; at = lines.indexOf(LF, at + 1))
    if (lines[at - 1] === CR) starts.push(at + 1);
  const dots = starts.filter((start) => lines[start] === DOT);
  const block = new Uint8Array(lines.length + dots.length + 3);
  let from = 0;
  for (const [doubled, dot] of dots.entries()) {
    block.set(lines.subarray(from, dot), from + doubled);
    block[dot + doubled] = DOT;
    from = dot;
  }
  block.set(lines.subarray(from), from + dots.length);
  block.set([DOT, CR, LF], lines.length + dots.length);
  return block;
}
