import { AccessError, type AccessErrorInit, displayText, type Limits, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { type Inlet, receiveLine } from "./inlet.ts";

/** The initial line of a response (RFC 3977 §3.2). */
export interface Reply {
  /** 100–599. */
  readonly code: number;
  /** What follows the code. Untrusted. */
  readonly text: string;
}

/** Three digits, then a space and arguments, or nothing. A CR in it was the end of a line to somebody. */
const LINE = /^([1-5][0-9]{2})(?: ([^\r\0]*))?$/;

/**
 * Reads the initial line of a response. Whether more lines follow depends on the command and the code alone.
 *
 * @throws {AccessError} protocol-error, too-large, truncated.
 */
export function* readReply(inlet: Inlet, limits: Limits): Exchange<never, Reply> {
  const line = yield* receiveLine(inlet, limits.maxLine);
  if (line === undefined) {
    if (inlet.size > 0) throw new AccessError("truncated", "the server closed the connection within a reply");
    throw new AccessError("protocol-error", "the server closed the connection instead of replying", {
      retryable: true,
    });
  }
  const text = textOf(line);
  const match = LINE.exec(text);
  if (match === null)
    throw new AccessError("protocol-error", "this is not the reply of a news server", {
      reply: shorten(text),
    });
  return { code: Number(match[1]), text: match[2] ?? "" };
}

/** Text of a server as it may stand in an error: one line, neutral, at most 500 characters. */
export function shorten(text: string): string {
  const shown = displayText(text.slice(0, 1000));
  return shown.length > 500 ? `${shown.slice(0, 499)}…` : shown;
}

/** What was being done when a server refused, where that decides what the refusal means. */
export type About = "greeting" | "login" | "tls" | "post" | "command";

type Meaning = readonly [code: string, message: string, more?: Pick<AccessErrorInit, "retryable" | "hint">];

/** By its code, what a refusal means (RFC 3977 §3.2.1, appendix C; RFC 4643 §2.6; RFC 4642 §2.3). */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [400, ["temporarily-unavailable", "the server closes its service", { retryable: true }]],
  [401, ["unsupported", "the server is not in the mode for this command"]],
  [403, ["temporarily-unavailable", "the server has a fault that hinders it", { retryable: true }]],
  [411, ["not-found", "the server has no such newsgroup"]],
  [412, ["protocol-error", "the server has forgotten which newsgroup was selected"]],
  [420, ["not-found", "the newsgroup has no such article"]],
  [421, ["not-found", "there is no next article"]],
  [422, ["not-found", "there is no previous article"]],
  [423, ["not-found", "the newsgroup has no article with this number"]],
  [430, ["not-found", "the server has no article with this message-id"]],
  [440, ["permission-denied", "the server takes no articles from us"]],
  [441, ["permission-denied", "the server does not take this article"]],
  [480, ["auth-required", "the server wants a login for this"]],
  [481, ["auth-failed", "the server does not accept this user and password"]],
  [482, ["auth-failed", "the server does not accept this login"]],
  [483, ["tls-required", "the server wants TLS for this", { hint: 'set the option tls to "required"' }]],
  [500, ["unsupported", "the server does not know this command"]],
  [501, ["unsupported", "the server does not understand this command"]],
  [502, ["permission-denied", "the server does not let us do this"]],
  [503, ["unsupported", "the server does not have this"]],
  [580, ["tls-failed", "the server cannot begin TLS"]],
]);

const GREETINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [400, ["temporarily-unavailable", "the server is not available now", { retryable: true }]],
  [502, ["permission-denied", "the server turns us away"]],
]);

/** The error for a reply that is not the hoped-for one. */
export function refusal(reply: Reply, about: About = "command"): AccessError {
  const [code, message, more] = meaningOf(reply.code, about);
  return new AccessError(code, message, {
    reply: shorten(`${reply.code} ${reply.text}`),
    replyCode: reply.code,
    ...more,
  });
}

function meaningOf(code: number, about: About): Meaning {
  if (about === "greeting")
    return GREETINGS.get(code) ?? ["protocol-error", "the server does not greet as a news server does"];
  if (about === "tls" && code !== 400) return ["tls-failed", "the server does not begin TLS"];
  if (about === "login" && (code === 502 || code === 452))
    return ["auth-failed", "the server does not accept this login"];
  const meaning = MEANINGS.get(code);
  if (meaning !== undefined) return meaning;
  // A code that nobody knows means what its first digit says (RFC 3977 §3.2).
  if (code >= 500) return ["unsupported", "the server does not do this"];
  if (code >= 400) return ["temporarily-unavailable", "the server cannot do this now", { retryable: true }];
  return ["protocol-error", "this reply was not expected here"];
}
