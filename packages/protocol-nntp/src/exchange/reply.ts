import { AccessError, type AccessErrorInit, displayText, type Limits, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { type Inbox, receiveLine } from "./packet-queue.ts";

/** The initial line of a response (RFC 3977 §3.2). */
export interface Reply {
  /** 100–599. */
  readonly code: number;
  /** What follows the code. Untrusted. */
  readonly text: string;
}

/**
 * Three digits, then a space and arguments, or nothing. Some programs treat a CR as the end of a line, so none is
 * allowed.
 */
const LINE_PATTERN = /^([1-5][0-9]{2})(?: ([^\r\0]*))?$/;

/**
 * Reads the initial line of a response. Whether more lines follow depends only on the command and the code.
 *
 * @throws {AccessError} protocol-error, too-large, truncated.
 */
export function* readReply(inbox: Inbox, limits: Limits): Exchange<never, Reply> {
  const line = yield* receiveLine(inbox, limits.maxLine);
  if (line === undefined) {
    if (inbox.size > 0) throw new AccessError("truncated", "the server closed the connection within a reply");
    throw new AccessError("protocol-error", "the server closed the connection instead of replying", {
      retryable: true,
    });
  }
  const text = textOf(line);
  const match = LINE_PATTERN.exec(text);
  if (match === null)
    throw new AccessError("protocol-error", "not a reply of a news server", {
      reply: shortenText(text),
    });
  return { code: Number(match[1]), text: match[2] ?? "" };
}

/** Formats text of a server for an error: one line, sanitized, at most 500 characters. */
export function shortenText(text: string): string {
  const shown = displayText(text.slice(0, 1000));
  return shown.length > 500 ? `${shown.slice(0, 499)}…` : shown;
}

/** The step that the server rejected, if it determines the meaning of the reply. */
export type RefusedStep = "greeting" | "login" | "tls" | "post" | "command";

type Meaning = readonly [code: string, message: string, more?: Pick<AccessErrorInit, "retryable" | "hint">];

/** The meaning of rejections by reply code (RFC 3977 §3.2.1, appendix C; RFC 4643 §2.6; RFC 4642 §2.3). */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [400, ["temporarily-unavailable", "the server is shutting down", { retryable: true }]],
  [401, ["unsupported", "the server is in the wrong mode for this command"]],
  [403, ["temporarily-unavailable", "internal error of the server", { retryable: true }]],
  [411, ["not-found", "newsgroup not found"]],
  [412, ["protocol-error", "the server reports that no newsgroup is selected"]],
  [420, ["not-found", "the newsgroup has no current article"]],
  [421, ["not-found", "no next article"]],
  [422, ["not-found", "no previous article"]],
  [423, ["not-found", "the newsgroup has no article with this number"]],
  [430, ["not-found", "no article with this message-id"]],
  [440, ["permission-denied", "the server does not allow posting"]],
  [441, ["permission-denied", "the server rejected the article"]],
  [480, ["auth-required", "the server requires a login"]],
  [481, ["auth-failed", "the server rejected the user or the password"]],
  [482, ["auth-failed", "the server rejected the login"]],
  [483, ["tls-required", "the server requires TLS", { hint: 'set the option tls to "required"' }]],
  [500, ["unsupported", "the server does not know this command"]],
  [501, ["unsupported", "the server rejected the command as invalid"]],
  [502, ["permission-denied", "the server denied permission"]],
  [503, ["unsupported", "the server does not support this feature"]],
  [580, ["tls-failed", "the server cannot start TLS"]],
]);

const GREETINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [400, ["temporarily-unavailable", "the server is temporarily unavailable", { retryable: true }]],
  [502, ["permission-denied", "the server rejected the connection"]],
]);

/** Makes the error for an unexpected reply. */
export function replyError(reply: Reply, about: RefusedStep = "command"): AccessError {
  const [code, message, more] = interpretReply(reply.code, about);
  return new AccessError(code, message, {
    reply: shortenText(`${reply.code} ${reply.text}`),
    replyCode: reply.code,
    ...more,
  });
}

function interpretReply(code: number, about: RefusedStep): Meaning {
  if (about === "greeting")
    return GREETINGS.get(code) ?? ["protocol-error", "the greeting is not that of a news server"];
  if (about === "tls" && code !== 400) return ["tls-failed", "the server did not start TLS"];
  if (about === "login" && (code === 502 || code === 452))
    return ["auth-failed", "the server rejected the login"];
  const meaning = MEANINGS.get(code);
  if (meaning !== undefined) return meaning;
  // The first digit gives the meaning of an unknown code (RFC 3977 §3.2).
  if (code >= 500) return ["unsupported", "the server does not support this command"];
  if (code >= 400) return ["temporarily-unavailable", "the server cannot do this now", { retryable: true }];
  return ["protocol-error", "unexpected reply from the server"];
}
