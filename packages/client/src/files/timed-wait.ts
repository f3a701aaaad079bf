import { type Call, timedOut } from "../call/call-scope.ts";
import { faultOf } from "./system-errors.ts";

/** Waits for the system, which may be slow, as a file on another machine is; and never longer than so. */
export type Watch = <T>(work: Promise<T>, milliseconds: number, limit: string) => Promise<T>;

/** @returns what throws the reason of an abort, timeout, or the system's error with the code it has in all schemes. */
export function watchOf(call: Call): Watch {
  return (work, milliseconds, limit) =>
    call.unlessAborted(work, {
      within: milliseconds,
      late: () => timedOut("the file system", milliseconds, limit),
      told: faultOf,
    });
}
