import { type AccessCode, AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, readLine } from "@anyurl/core/exchange";

/** A line of the server: three digits, and words. */
export interface Reply {
  readonly code: number;
  readonly words: string;
}

const CODES: ReadonlyMap<number, AccessCode> = new Map<number, AccessCode>([
  [403, "permission-denied"],
  [404, "not-found"],
  [450, "temporarily-unavailable"],
]);

/**
 * The next reply, which has to have this code.
 *
 * @throws {AccessError} what the server refuses with; truncated, protocol-error.
 */
export function* reply(inbox: Inbox, { maxLine }: Limits, wanted: number): Exchange<never, Reply> {
  const line = yield* readLine(inbox, { maxLine });
  if (line === undefined)
    throw new AccessError("truncated", "the server has closed without an answer", { retryable: true });
  // A CR in the words is a line that ended by CR alone: what follows it is not the server's to say here.
  const match = /^([2-5][0-9]{2})(?: ([^\r]*))?$/.exec(textOf(line));
  if (match === null) throw new AccessError("protocol-error", "invalid reply: expected three digits");
  const [, digits, words = ""] = match;
  const code = Number(digits);
  if (code === wanted) return { code, words };
  if (code < 400) throw new AccessError("desync", "the server answers what it has not been asked");
  throw new AccessError(CODES.get(code) ?? "unsupported", "the server says no", {
    reply: displayText(words).slice(0, 500),
    replyCode: code,
  });
}
