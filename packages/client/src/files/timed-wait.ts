import { type CallScope, timeoutError } from "../call/call-scope.ts";
import { toAccessError } from "./system-errors.ts";

/** Waits for the system, at most this number of milliseconds: a file on a network drive may hang. */
export type TimedWait = <T>(work: Promise<T>, milliseconds: number, limit: string) => Promise<T>;

/**
 * Returns a function that throws the abort reason, timeout, or the system's error with the code that all schemes use.
 */
export function createTimedWait(call: CallScope): TimedWait {
  return (work, milliseconds, limit) =>
    call.unlessAborted(work, {
      within: milliseconds,
      onTimeout: () => timeoutError("the file system", milliseconds, limit),
      mapError: toAccessError,
    });
}
