import { fail } from "node:assert/strict";
import { AsyncLocalStorage, createHook } from "node:async_hooks";

export interface LeakOptions {
  /** How long what is being closed may take, in milliseconds. Default 2000. */
  readonly patience?: number;
}

/** What lasts until somebody closes it: sockets, servers, timers, child processes, by Node's names for them. */
const LASTING: ReadonlySet<string> = new Set([
  "TCPWRAP",
  "TCPSERVERWRAP",
  "PIPEWRAP",
  "PIPESERVERWRAP",
  "UDPWRAP",
  "PROCESSWRAP",
  "FSEVENTWRAP",
  "STATWATCHER",
  "Timeout",
]);

/**
 * Runs `action`, and checks that nothing is left of what it opened: no socket, no server, no timer, were it
 * unref'ed. Only what the action itself opened counts: a test runner has timers of its own, which come and go,
 * so the process's list of active resources cannot tell.
 *
 * @throws {AssertionError} something is still open when the patience is at its end.
 */
export async function expectNoLeaks<T>(
  action: () => T | Promise<T>,
  { patience = 2_000 }: LeakOptions = {},
): Promise<T> {
  const inside = new AsyncLocalStorage<true>();
  const open = new Map<number, string>();
  const hook = createHook({
    init(id, type) {
      if (LASTING.has(type) && inside.getStore() === true) open.set(id, type);
    },
    destroy(id) {
      open.delete(id);
    },
  }).enable();
  try {
    const result = await inside.run(true, action);
    await untilNone(open, patience);
    if (open.size > 0) fail(`left open: ${[...open.values()].sort().join(", ")}`);
    return result;
  } finally {
    hook.disable();
  }
}

async function untilNone(open: ReadonlyMap<number, string>, patience: number): Promise<void> {
  const until = performance.now() + patience;
  while (open.size > 0 && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}
