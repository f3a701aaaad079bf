import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const TRIES = 2;

/** V8 frees buffers on threads of its own, which can be late. */
const FREEING_MS = 10;

type Collect = (options?: { readonly type: "minor" }) => void;

let collect: Collect | undefined;

/**
 * Returns the bytes of memory in use after a garbage collection: objects and buffers. Blocks the thread.
 *
 * @param garbage which garbage is collected: all of it, or only that of young objects, which is much faster. The result can
 *   then be too large.
 */
export function memoryInUse(garbage: "all" | "young"): number {
  collect ??= exposeCollector();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    if (garbage === "young") collect({ type: "minor" });
    else {
      collect();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FREEING_MS);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

function exposeCollector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
