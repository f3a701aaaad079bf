import process from "node:process";
import { setImmediate } from "node:timers/promises";

/** Milliseconds at most. */
const PATIENCE = 1_000;

/**
 * Waits until no file of this machine is worked on any more. An interrupted call is over at once, and takes what it has
 * written away behind our back: whoever ends the process before that would leave a part of a file.
 */
export async function settled(now: () => number): Promise<void> {
  const until = now() + PATIENCE;
  do await setImmediate();
  while (process.getActiveResourcesInfo().some((name) => WORK.has(name)) && now() < until);
}

/** What Node calls the work of node:fs/promises, and the closing of one of its files. */
const WORK: ReadonlySet<string> = new Set(["FSReqPromise", "CloseReq"]);
