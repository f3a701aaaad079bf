import { AccessError, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { Control } from "./control.ts";

/** What may have been done, or done in part, when it fails. */
const MAY_BE: ReadonlyMap<"done" | "begun", string> = new Map([
  ["done", "the change may have been made"],
  ["begun", "some of the data may have been written"],
]);

/** An error before the server has begun to write. */
export function unchanged(error: unknown): unknown {
  if (!isAccessError(error)) return error;
  return new AccessError(error.code, error.message, { ...error, cause: error.cause, target: "unchanged" });
}

/**
 * Does what changes something on the server, and cannot be done twice. Where its reply does not come nobody knows what has
 * become of it: such an error says so, and never that the same call may be tried again.
 */
export function* withUncertainOutcome<E, T>(
  { inbox }: Pick<Control, "inbox">,
  how: "done" | "begun",
  steps: Exchange<E, T>,
): Exchange<E, T> {
  // A reply that nobody has asked for is found before anything is sent.
  const isUnasked = inbox.size > 0;
  try {
    return yield* steps;
  } catch (error) {
    if (!isAccessError(error) || isUnasked) throw error;
    const { code, message, reply, replyCode, cause } = error;
    const hint = "check the result on the server before you try again";
    const init = { reply, replyCode, hint, cause, ...(how === "begun" && { target: "incomplete" as const }) };
    throw new AccessError(code, `${message}; ${MAY_BE.get(how)}`, init);
  }
}
