import type { AccessError } from "@anyurl/core";
import {
  findMeaning,
  type LineProtocol,
  type Meaning,
  type Meanings,
  type Reply,
  replyError,
} from "@anyurl/core/exchange";

/** Command lines (RFC 2229 §2.3), and status responses (§2.4.1). */
export const DICT: LineProtocol = {
  command: "a DICT command",
  server: "a DICT server",
  line: /^[1-5][0-9]{2}(?: [^\r]*)?$/,
  // "Command lines MUST NOT exceed 1024 characters in length", with CRLF.
  maxCommand: 1024,
};

/**
 * Returns a status response, whose code must be one of `wanted`.
 *
 * @throws {AccessError} the error of the code; protocol-error: an unexpected one.
 */
export function checkStatus(reply: Reply, ...wanted: readonly number[]): Reply {
  if (!wanted.includes(reply.code)) throw toError(reply);
  return reply;
}

function toError(reply: Reply): AccessError {
  return replyError(reply, findMeaning(reply, MEANINGS));
}

const LATER: Meaning = {
  code: "temporarily-unavailable",
  message: "the server is not available",
  retryable: true,
};
const UNSUPPORTED: Meaning = { code: "unsupported", message: "the server does not support this command" };
const LOGIN: Meaning = { code: "auth-failed", message: "the server rejected the user or the password" };

/** The meaning of each status code that reports an error (§2.4.1, §3). */
const MEANINGS: Meanings = {
  420: LATER,
  421: LATER,
  500: UNSUPPORTED,
  501: UNSUPPORTED,
  502: UNSUPPORTED,
  503: UNSUPPORTED,
  530: { code: "permission-denied", message: "the server does not admit this client" },
  531: LOGIN,
  532: LOGIN,
  550: {
    code: "not-found",
    message: "the server has no such database",
    hint: "list the databases: open the URL of the server, without a path",
  },
  551: {
    code: "unsupported",
    message: "the server has no such strategy",
    hint: "list the strategies: run stat with the URL of the server",
  },
  552: { code: "not-found", message: "the server has no match" },
  554: { code: "not-found", message: "the server has no databases" },
  555: { code: "not-found", message: "the server has no strategies" },
};
