import { AsyncLocalStorage, createHook } from "node:async_hooks";

/**
 * Runs `action`, and counts the promises that it and its callbacks create: a measure of work that does not depend on the
 * machine and its load. Use {@link AsyncResource.bind} for what another party does.
 */
export async function countPromises<T>(
  action: () => Promise<T>,
  onCount: (count: number) => void,
): Promise<T> {
  const inside = new AsyncLocalStorage<true>();
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "PROMISE" && inside.getStore() === true) count++;
    },
  }).enable();
  try {
    return await inside.run(true, action);
  } finally {
    hook.disable();
    // Until then, Node 22 keeps it, and asks every storage at each promise.
    inside.disable();
    onCount(count);
  }
}
