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

/** The same, of which Node does not say that it was closed. */
const FILES: ReadonlySet<string> = new Set(["FILEHANDLE", "DIRHANDLE"]);

/** What a file or a directory is opened by. */
const REQUESTS: ReadonlySet<string> = new Set(["FSREQPROMISE", "FSREQCALLBACK"]);

/**
 * Runs `action`, and checks that nothing is left of what it opened: no socket, no server, no timer, were it unref'ed; no
 * directory, and no file, but for such as are mere numbers (`fs.openSync`). Only what the action itself opened counts: a
 * test runner has timers of its own, which come and go, so the process's list of active resources cannot tell, and of
 * files it does not tell.
 *
 * @throws {AssertionError} something is still open when the patience is at its end.
 */
export async function expectNoLeaks<T>(
  action: () => T | Promise<T>,
  { patience = 2_000 }: LeakOptions = {},
): Promise<T> {
  const inside = new AsyncLocalStorage<true>();
  const open = new Map<number, Lasting>();
  const requests = new Set<number>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      const isOurs = inside.getStore() === true;
      if (isOurs && REQUESTS.has(type)) requests.add(id);
      // A file is made where its request ends, in nobody's context: it is ours while one of ours is under way.
      else if (FILES.has(type) ? requests.size > 0 : isOurs && LASTING.has(type))
        open.set(id, { type, isOpen: openness(type, resource) });
    },
    destroy(id) {
      requests.delete(id);
      open.delete(id);
    },
  }).enable();
  try {
    const result = await inside.run(true, action);
    await untilNone(open, patience);
    const left = [...open.values()].map(({ type }) => type).sort();
    if (left.length > 0) fail(`left open: ${left.join(", ")}`);
    return result;
  } finally {
    hook.disable();
  }
}

interface Lasting {
  readonly type: string;
  readonly isOpen: () => boolean;
}

/** Of files Node says no more than that they are collected, which may be long after they were closed: or never. */
function openness(type: string, resource: object): () => boolean {
  if (type === "FILEHANDLE") return () => ((resource as { fd?: number }).fd ?? -1) >= 0;
  if (type !== "DIRHANDLE") return () => true;
  let isOpen = true;
  const { close } = resource as { close: (...given: unknown[]) => unknown };
  Object.assign(resource, {
    close(...given: unknown[]) {
      isOpen = false;
      return Reflect.apply(close, resource, given);
    },
  });
  return () => isOpen;
}

async function untilNone(open: Map<number, Lasting>, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    for (const [id, { isOpen }] of open) if (!isOpen()) open.delete(id);
    if (open.size === 0 || performance.now() >= until) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
