import type { AccessError } from "@anyurl/core";
import {
  findMeaning,
  type LineProtocol,
  type Meaning,
  type Meanings,
  type Reply,
  replyError as toError,
} from "@anyurl/core/exchange";

const means = (code: Meaning["code"], message: string, hint?: string): Meaning => ({ code, message, hint });

const SHUTTING_DOWN = means("temporarily-unavailable", "the server is shutting down");
const LOGIN_REJECTED = means("auth-failed", "the server rejected the login");

/** The meaning of rejections by reply code (RFC 3977 §3.2.1, appendix C; RFC 4643 §2.6; RFC 4642 §2.3). */
const COMMON: Meanings = {
  400: SHUTTING_DOWN,
  401: means("unsupported", "the server is in the wrong mode for this command"),
  403: means("temporarily-unavailable", "internal error of the server"),
  411: means("not-found", "newsgroup not found"),
  412: means("protocol-error", "the server reports that no newsgroup is selected"),
  420: means("not-found", "the newsgroup has no current article"),
  421: means("not-found", "no next article"),
  422: means("not-found", "no previous article"),
  423: means("not-found", "the newsgroup has no article with this number"),
  430: means("not-found", "no article with this message-id"),
  440: means("permission-denied", "the server does not allow posting"),
  441: means("permission-denied", "the server rejected the article"),
  480: means("auth-required", "the server requires a login"),
  481: means("auth-failed", "the server rejected the user or the password"),
  482: LOGIN_REJECTED,
  483: means("tls-required", "the server requires TLS", 'set the option tls to "required"'),
  500: means("unsupported", "the server does not know this command"),
  501: means("unsupported", "the server rejected the command as invalid"),
  502: means("permission-denied", "the server denied permission"),
  503: means("unsupported", "the server does not support this feature"),
  580: means("tls-failed", "the server cannot start TLS"),
  // The first digit gives the meaning of an unknown code (RFC 3977 §3.2).
  4: means("temporarily-unavailable", "the server cannot do this now"),
  5: means("unsupported", "the server does not support this command"),
};

/** The step that the server rejected, if it determines the meaning of the reply. */
export type RefusedStep = "command" | "greeting" | "login" | "tls";

const MEANINGS: Readonly<Record<RefusedStep, Meanings>> = {
  command: COMMON,
  greeting: {
    400: means("temporarily-unavailable", "the server is temporarily unavailable"),
    502: means("permission-denied", "the server rejected the connection"),
    0: means("protocol-error", "the greeting is not that of a news server"),
  },
  login: { ...COMMON, 452: LOGIN_REJECTED, 502: LOGIN_REJECTED },
  tls: { 400: SHUTTING_DOWN, 0: means("tls-failed", "the server did not start TLS") },
};

/** Makes the error for an unexpected reply. */
export function replyError(reply: Reply, about: RefusedStep = "command"): AccessError {
  return toError(reply, findMeaning(reply, MEANINGS[about]));
}

export const NNTP: LineProtocol = {
  command: "an NNTP command",
  server: "a news server",
  // Three digits, then a space and arguments, or nothing (RFC 3977 §3.2). Whether more lines follow depends only on the
  // command and the code. Some programs treat a CR as the end of a line, so none is allowed.
  line: /^[1-5][0-9]{2}(?: [^\r\0]*)?$/,
  // "Command lines MUST NOT exceed 512 octets, which includes the terminating CRLF pair" (RFC 3977 §3.1).
  maxCommand: 512,
  // A server may say at any time that it is shutting down (RFC 3977 §3.2.1).
  closing: { code: 400, meaning: SHUTTING_DOWN },
};
