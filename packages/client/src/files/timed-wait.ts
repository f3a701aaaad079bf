import { type CallScope, timeoutError } from "../call/call-scope.ts";
import { toAccessError } from "./system-errors.ts";

/** Waits for the system, which may be slow, as a file on another machine is; and never longer than so. */
export type TimedWait = <T>(work: Promise<T>, milliseconds: number, limit: string) => Promise<T>;

/** @returns what throws the reason of an abort, timeout, or the system's error with the code it has in all schemes. */
export function createTimedWait(call: CallScope): TimedWait {
  return (work, milliseconds, limit) =>
    call.unlessAborted(work, {
      within: milliseconds,
      onTimeout: () => timeoutError("the file system", milliseconds, limit),
      mapError: toAccessError,
    });
}
