import process from "node:process";

/** Maximum wait in milliseconds. */
const PATIENCE = 1_000;

/**
 * Waits until no local file operation is pending. An aborted call returns immediately and removes its partial file in
 * the background; if the process ended earlier, that file would stay.
 */
export async function waitForFiles(elapsed: () => number): Promise<void> {
  const until = elapsed() + PATIENCE;
  const { setImmediate } = await import("node:timers/promises");
  do await setImmediate();
  while (process.getActiveResourcesInfo().some((name) => WORK.has(name)) && elapsed() < until);
}

/** Node's names for pending operations of node:fs and node:fs/promises, and for closing files of the latter. */
const WORK: ReadonlySet<string> = new Set(["FSReqCallback", "FSReqPromise", "CloseReq"]);
