import type { Limits } from "@anyurl/core";
import {
  type Exchange,
  findMeaning,
  Inbox,
  type LineDialogue,
  type LineProtocol,
  type Meanings,
  type Reply,
  readReply,
  replyError,
  type SendStep,
  sendCommand,
} from "@anyurl/core/exchange";

/** reply = code [ SP words ] CR LF: the lines of RFC 959 §4.2, as many protocols have them. */
export const LINES: LineProtocol = {
  command: "an x-demo request",
  server: "an x-demo server",
  line: /^[2-5][0-9]{2}(?:[ -][^\r]*)?$/,
};

/** What rejections mean: by code, or by its first digit. */
const MEANINGS: Meanings = {
  403: { code: "permission-denied", message: "the server denied the request" },
  404: { code: "not-found", message: "the server has no such document" },
  405: {
    code: "is-a-directory",
    message: "the URL names a directory",
    hint: 'add "/" to the end of the URL',
  },
  406: { code: "not-a-directory", message: "the URL names a document, not a directory" },
  4: { code: "unsupported", message: "the server rejected the request" },
  5: { code: "temporarily-unavailable", message: "the server cannot answer now", retryable: true },
};

export function startDialogue(limits: Limits): LineDialogue {
  return { protocol: LINES, limits, inbox: new Inbox() };
}

/**
 * Sends a request, and returns the reply with the wanted code.
 *
 * @throws {AccessError} the meaning of another code; truncated, too-large, protocol-error, desync.
 */
export function* sendRequest(
  dialogue: LineDialogue,
  request: SendStep,
  wanted: number,
): Exchange<never, Reply> {
  return checkReply(yield* sendCommand(dialogue, request), wanted);
}

/** Reads a reply that needs no further request. @throws {AccessError} as {@link sendRequest}. */
export function* awaitReply(dialogue: LineDialogue, wanted: number): Exchange<never, Reply> {
  return checkReply(yield* readReply(dialogue), wanted);
}

function checkReply(reply: Reply, wanted: number): Reply {
  if (reply.code !== wanted) throw replyError(reply, findMeaning(reply, MEANINGS));
  return reply;
}
