import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Errors that nobody has caught, from `watchStrays` on. */
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

/** The longest time, in milliseconds, that this thread was too busy to hear of anything, since somebody asked last. */
export interface Lag extends Disposable {
  /** From a time on, as `performance.now` has it. */
  since(time: number): number;
}

/** Whoever waits for something on a machine that has no time for it waits longer than it takes. */
export function watchLag(): Lag {
  const late: { readonly at: number; readonly by: number }[] = [];
  let due = performance.now() + TICK;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - due > LATE) late.push({ at: now, by: now - due });
    due = now + TICK;
  }, TICK).unref();
  return {
    since: (time) => Math.max(0, ...late.filter(({ at }) => at >= time).map(({ by }) => by)),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const TICK = 20;
/** Milliseconds that are worth remembering. */
const LATE = 100;

/** What keeps the process alive, each kind with its number. */
export type Handles = ReadonlyMap<string, number>;

export function openHandles(): Handles {
  const handles = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) handles.set(kind, (handles.get(kind) ?? 0) + 1);
  return handles;
}

/** What is there and was not before; empty when all has gone within the patience, in milliseconds. */
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

/** Waits until it holds; false when the patience, in milliseconds, is at its end. */
export async function within(patience: number, holds: () => boolean): Promise<boolean> {
  const until = performance.now() + patience;
  while (!holds()) {
    if (performance.now() >= until) return false;
    await sleep(10);
  }
  return true;
}

/** Octets of the heap that are in use once all rubbish is out. */
export async function heapInUse(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What is freed only when callbacks have run is gone the second time.
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}
