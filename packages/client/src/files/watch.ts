import { type Call, timedOut } from "../call.ts";
import type { Clock } from "../clock.ts";
import { faultOf } from "./faults.ts";

/** Waits for the system, which may be slow, as a file on another machine is; and never longer than so. */
export type Watch = <T>(work: Promise<T>, milliseconds: number, limit: string) => Promise<T>;

/** @returns what throws the reason of an abort, timeout, or the system's error with the code it has in all schemes. */
export function watchOf(call: Call, clock: Clock): Watch {
  return async (work, milliseconds, limit) => {
    let cancel: (() => void) | undefined;
    // Nobody hears how it ends, once it is late.
    work.catch(() => {});
    const late = new Promise<never>((_, reject) => {
      if (milliseconds === Number.POSITIVE_INFINITY) return;
      cancel = clock.setTimeout(() => reject(timedOut("the file system", milliseconds, limit)), milliseconds);
    });
    try {
      return await call.unlessAborted(Promise.race([work, late]));
    } catch (error) {
      throw call.aborted ? error : faultOf(error);
    } finally {
      cancel?.();
    }
  };
}
