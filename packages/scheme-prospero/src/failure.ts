import { type AccessCode, AccessError, displayText } from "@anyurl/core";

/** The codes of Prospero, as ours. A code that is not here is the server's own. */
const FAILURES: ReadonlyMap<string, readonly [code: AccessCode, message: string]> = new Map([
  ["NOT-FOUND", ["not-found", "the server has no such object"]],
  ["NOT-A-DIRECTORY", ["not-a-directory", "no directory has that name"]],
  ["NOT-AUTHORIZED", ["permission-denied", "the server does not let us at it"]],
  ["AUTHENTICATION-REQUIRED", ["auth-required", "the server wants to know who asks"]],
  ["AUTHENTICATION-DATA", ["auth-failed", "the server does not believe who asks"]],
  ["SERVER-FAILED", ["temporarily-unavailable", "something in the server has failed"]],
  ["TOO-MANY", ["too-large", "the server finds more than it will tell"]],
  ["AMBIGUOUS", ["unsupported", "several objects have that name"]],
  ["BAD-VALUE", ["unsupported", "the server knows no such value"]],
  ["FILTER-APPLICATION", ["unsupported", "a filter of the server has failed"]],
  ["UNIMPLEMENTED", ["unsupported", "the server cannot do that"]],
]);

/** What FAILURE, a code and some words of the server mean. */
export function failure([code = "", ...text]: readonly string[]): AccessError {
  const [own, message] = FAILURES.get(code) ?? [
    "protocol-error",
    "the server has failed for a reason of its own",
  ];
  return new AccessError(own, message, {
    reply: shown([code, ...text].join(" ")),
    retryable: own === "temporarily-unavailable",
  });
}

/** What a server says, without its controls. */
export function shown(reply: string): string {
  return displayText(reply).slice(0, 500);
}
