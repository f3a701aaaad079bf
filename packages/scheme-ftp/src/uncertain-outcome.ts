import { AccessError, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { Control } from "./control.ts";

/** The uncertain outcome of a failed command, for its error. */
const MAY_BE: ReadonlyMap<"done" | "begun", string> = new Map([
  ["done", "the change may have been made"],
  ["begun", "some of the data may have been written"],
]);

/** Adds to an error that the target is unchanged. */
export function unchanged(error: unknown): unknown {
  if (!isAccessError(error)) return error;
  return new AccessError(error.code, error.message, { ...error, cause: error.cause, target: "unchanged" });
}

/**
 * Runs steps that change something on the server and must not be repeated. If their reply is missing, the outcome is
 * unknown: the error says so and is never retryable.
 */
export function* withUncertainOutcome<E, T>(
  { inbox }: Pick<Control, "inbox">,
  how: "done" | "begun",
  steps: Exchange<E, T>,
): Exchange<E, T> {
  // Unexpected data are detected before anything is sent.
  const isUnasked = inbox.size > 0;
  try {
    return yield* steps;
  } catch (error) {
    if (!isAccessError(error) || isUnasked) throw error;
    const { code, message, reply, replyCode, cause } = error;
    const hint = "check the result on the server before you try again";
    const init = {
      reply,
      replyCode,
      hint,
      cause,
      retryable: false,
      ...(how === "begun" && { target: "incomplete" as const }),
    };
    throw new AccessError(code, `${message}; ${MAY_BE.get(how)}`, init);
  }
}
