import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Uncaught errors since `watchStrays` was called. */
export interface Strays {
  readonly errors: readonly unknown[];
  stop(): void;
}

export function watchStrays(): Strays {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on("unhandledRejection", note).on("uncaughtException", note);
  return {
    errors,
    stop: () => void process.off("unhandledRejection", note).off("uncaughtException", note),
  };
}

/** The kinds of resources that keep the process alive, with their counts. */
export type Handles = ReadonlyMap<string, number>;

export function openHandles(): Handles {
  const handles = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) handles.set(kind, (handles.get(kind) ?? 0) + 1);
  return handles;
}

/** Returns the new resources since `before`; empty if all are closed before the timeout, which is in milliseconds. */
export async function handlesSince(before: Handles, patience: number): Promise<readonly string[]> {
  let more: readonly string[] = [];
  await within(patience, () => {
    more = [...openHandles()]
      .filter(([kind, count]) => count > (before.get(kind) ?? 0))
      .map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`);
    return more.length === 0;
  });
  return more;
}

/** Waits until the condition holds. Returns false after the timeout, which is in milliseconds. */
export async function within(patience: number, holds: () => boolean): Promise<boolean> {
  const until = performance.now() + patience;
  while (!holds()) {
    if (performance.now() >= until) return false;
    await sleep(10);
  }
  return true;
}

/** Returns the used heap in bytes after a garbage collection. */
export async function heapInUse(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Some objects are only freed after callbacks have run, so collect again.
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}
