import { type AccessCode, AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, readLine } from "@anyurl/core/exchange";

/** The codes of the server's reasons. A Map, because the words come from the server. */
const REASONS: ReadonlyMap<string, AccessCode> = new Map<string, AccessCode>([
  ["not-found", "not-found"],
  ["denied", "permission-denied"],
  ["directory", "is-a-directory"],
  ["no-directory", "not-a-directory"],
  ["busy", "temporarily-unavailable"],
]);

/**
 * reply = ( "OK" [ SP size ] / "GO" / "NO" SP reason ) [ SP words ] CR LF. Returns the size; `undefined` without one.
 *
 * @throws {AccessError} the code of the server's reason; truncated, protocol-error.
 */
export function* reply(
  inbox: Inbox,
  limits: Limits,
  wanted: "OK" | "GO",
): Exchange<never, number | undefined> {
  const octets = yield* readLine(inbox, { maxLine: limits.maxLine });
  if (octets === undefined)
    throw new AccessError("truncated", "the server closed the connection without a reply", {
      retryable: true,
    });
  const line = textOf(octets);
  const refused = /^NO ([a-z-]{1,32})(?: (.*))?$/s.exec(line);
  if (refused !== null) throw refusal(refused[1]!, refused[2] ?? "");
  const agreed = /^(OK|GO)(?: ([0-9]{1,15}))?(?: .*)?$/s.exec(line);
  if (agreed?.[1] !== wanted)
    throw new AccessError("protocol-error", "malformed reply: the server does not use this protocol");
  return agreed[2] === undefined ? undefined : Number(agreed[2]);
}

function refusal(reason: string, words: string): AccessError {
  const code = REASONS.get(reason) ?? "unsupported";
  return new AccessError(code, "the server rejected the request", {
    reply: displayText(words).slice(0, 500),
  });
}
