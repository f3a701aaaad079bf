import { type AccessCode, AccessError, displayText } from "@anyurl/core";

/** Prospero's failure codes and the matching error codes. Other codes are specific to a server. */
const FAILURES: ReadonlyMap<string, readonly [code: AccessCode, message: string]> = new Map([
  ["NOT-FOUND", ["not-found", "the server has no such object"]],
  ["NOT-A-DIRECTORY", ["not-a-directory", "there is no such directory"]],
  ["NOT-AUTHORIZED", ["permission-denied", "the server denied access"]],
  ["AUTHENTICATION-REQUIRED", ["auth-required", "the server requires authentication"]],
  ["AUTHENTICATION-DATA", ["auth-failed", "the server rejected the authentication"]],
  ["SERVER-FAILED", ["temporarily-unavailable", "the server had an internal error"]],
  ["TOO-MANY", ["too-large", "the server found more results than it returns"]],
  ["AMBIGUOUS", ["unsupported", "several objects have that name"]],
  ["BAD-VALUE", ["unsupported", "the server does not know this value"]],
  ["FILTER-APPLICATION", ["unsupported", "a filter of the server failed"]],
  ["UNIMPLEMENTED", ["unsupported", "the server does not support this"]],
]);

/** Returns the error for a FAILURE line: a code and a text of the server. */
export function failureError([code = "", ...text]: readonly string[]): AccessError {
  const [own, message] = FAILURES.get(code) ?? ["protocol-error", "the server failed with an unknown code"];
  return new AccessError(own, message, {
    reply: printableText([code, ...text].join(" ")),
  });
}

/** Returns a text of the server without control characters. */
export function printableText(reply: string): string {
  return displayText(reply).slice(0, 500);
}
