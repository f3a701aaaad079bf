import { type AccessCode, AccessError, displayText } from "@anyurl/core";

/** The codes of statuses with which a server refuses the handshake (RFC 9110 §15). */
const CODES: ReadonlyMap<number, AccessCode> = new Map<number, AccessCode>([
  [401, "auth-required"],
  [403, "permission-denied"],
  [404, "not-found"],
  [407, "proxy-auth-required"],
  [410, "not-found"],
  [429, "temporarily-unavailable"],
  [451, "permission-denied"],
  [501, "unsupported"],
]);

/** Creates the error of a response to the handshake that is not 101. Redirects are not followed. */
export function statusError(status: number, reason: string): AccessError {
  const init = { reply: displayText(`${status} ${reason}`.slice(0, 500).trimEnd()), replyCode: status };
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect)
    return new AccessError("redirect-refused", `the server redirects the handshake (${status})`, {
      ...init,
      hint: "open the URL of the new location",
    });
  const code = CODES.get(status) ?? (status >= 500 ? "temporarily-unavailable" : "unsupported");
  return new AccessError(code, `the server refused the handshake with ${status}`, init);
}
