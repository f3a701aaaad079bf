import { fail } from "node:assert/strict";
import { AsyncLocalStorage, createHook } from "node:async_hooks";

export interface LeakOptions {
  /** Milliseconds to wait for resources that are being closed. Default: 2000. */
  readonly patience?: number;
}

/** Resources that must be closed explicitly: sockets, servers, timers, child processes, by Node's names. */
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

/** Resources for which Node does not report the close. */
const FILES: ReadonlySet<string> = new Set(["FILEHANDLE", "DIRHANDLE"]);

/** Requests that open a file or a directory. */
const REQUESTS: ReadonlySet<string> = new Set(["FSREQPROMISE", "FSREQCALLBACK"]);

/**
 * Runs `action` and checks that it leaves nothing open: no socket, server, or timer (unref'ed ones included), directory,
 * or file. File descriptors that are plain numbers (`fs.openSync`) are not detected. Only resources of the action count:
 * a test runner has timers of its own, and the process's list of active resources has no files.
 *
 * @throws {AssertionError} something is still open after the timeout.
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
      // A file handle is created when its request ends, outside of any context. It is ours if one of our requests is in progress.
      else if (FILES.has(type) ? requests.size > 0 : isOurs && LASTING.has(type))
        open.set(id, { type, isOpen: openness(type, resource) });
    },
    destroy(id) {
      requests.delete(id);
      open.delete(id);
    },
    // Promises are the most frequent resources, and none of those that can be left open.
    trackPromises: false,
  }).enable();
  try {
    const result = await inside.run(true, action);
    await untilNone(open, patience);
    const left = [...open.values()].map(({ type }) => type).sort();
    if (left.length > 0) fail(`left open: ${left.join(", ")}`);
    return result;
  } finally {
    hook.disable();
    // Until then, Node 22 keeps it, and asks every storage at each promise.
    inside.disable();
  }
}

interface Lasting {
  readonly type: string;
  readonly isOpen: () => boolean;
}

/** Returns a check whether a resource is open. For files, Node reports only garbage collection, which may come late or never. */
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

/** On a busy machine, the process may not run for long, and no timer with it. Of a longer turn only this much counts as waiting. */
const MAX_TURN_MS = 10;

/** Milliseconds after which a look every {@link PAUSE_MS} is enough, so that a long wait leaves the processor to others. */
const SOON_MS = 250;
const PAUSE_MS = 5;

async function untilNone(open: Map<number, Lasting>, patience: number): Promise<void> {
  let waited = 0;
  for (let last = performance.now(); ; ) {
    for (const [id, { isOpen }] of open) if (!isOpen()) open.delete(id);
    if (open.size === 0 || waited >= patience) return;
    await new Promise((resolve) =>
      waited < SOON_MS ? setImmediate(resolve) : setTimeout(resolve, PAUSE_MS),
    );
    const now = performance.now();
    waited += Math.min(now - last, MAX_TURN_MS);
    last = now;
  }
}
