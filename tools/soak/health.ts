import { stat } from "node:fs/promises";
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

/** A monitor of the delays of this thread's event loop and of the thread pool, in milliseconds. */
export interface Lag extends Disposable {
  /** Returns the longest delay since a time of `performance.now`. */
  since(time: number): number;
}

/**
 * Starts a monitor, because on a busy machine every wait takes longer than its operation. Calls of the file system wait
 * for the thread pool, which all threads of a process share.
 */
export function watchLag(): Lag {
  const late: { readonly at: number; readonly by: number }[] = [];
  let isOver = false;
  /** When the call of the file system began that has not ended. */
  let waiting: number | undefined;
  const note = (by: number) => {
    if (by > LATE) late.push({ at: performance.now(), by });
  };
  let due = performance.now() + TICK;
  const timer = setInterval(() => {
    const now = performance.now();
    note(now - due);
    due = now + TICK;
    if (waiting === undefined) void look();
  }, TICK).unref();
  const look = async () => {
    waiting = performance.now();
    await stat(import.meta.filename).catch(() => {});
    if (!isOver) note(performance.now() - waiting);
    waiting = undefined;
  };
  return {
    since: (time) => {
      const now = waiting === undefined ? 0 : performance.now() - waiting;
      return Math.max(now, ...late.filter(({ at }) => at >= time).map(({ by }) => by));
    },
    [Symbol.dispose]: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}

const TICK = 20;
/** Shorter delays, in milliseconds, are not recorded. */
const LATE = 100;

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
