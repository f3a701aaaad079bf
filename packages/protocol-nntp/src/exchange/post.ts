import { AccessError, isAccessError } from "@anyurl/core";
import { checkNoUnsolicitedData, type Exchange, type Reply, readReply } from "@anyurl/core/exchange";
import type { Ask } from "./authinfo.ts";
import { dotStuff } from "./block.ts";
import { formatCommand, replyError } from "./command.ts";
import { request, runSession, type SessionInit } from "./session.ts";
import type { Session } from "./session-state.ts";

/**
 * Posts an article to a server (RFC 3977 §6.3.1). Emits the server's reply.
 *
 * @param article lines that end with CR LF, as `checkArticle` returns them.
 * @throws {AccessError} permission-denied: the server accepts no articles from us (440), or rejects this one (441);
 * truncated: the connection closed before the server confirmed the article; and the errors of a session.
 */
export function post(init: SessionInit, article: Uint8Array): Exchange<Ask | Reply> {
  return runSession(init, (session) => postArticle(session, article));
}

function* postArticle(session: Session, article: Uint8Array): Exchange<Ask | Reply> {
  const cite = "RFC 3977 §6.3.1";
  yield* request(session, formatCommand("POST", undefined, { cite }), 340);
  checkNoUnsolicitedData(session);
  yield { do: "send", octets: dotStuff(article), cite };
  const reply = yield* readFinalReply(session);
  if (reply.code !== 240) throw replyError(reply);
  yield { do: "emit", event: reply };
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
