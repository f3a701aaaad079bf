import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Maximum bytes of the young generation. A larger one costs memory, and saves little time. */
const MAX_YOUNG_BYTES = 16 * 1024 * 1024;

/**
 * How much the heap grows until V8 collects it as a whole, in percent of what was alive. By default it is 300: a tree
 * needs 25 MiB, and V8 would keep garbage up to 100 MiB.
 */
const GROWTH_PERCENT = 50;

/**
 * Makes V8 collect the garbage of thousands of small files earlier, and returns a function that keeps it from enlarging
 * its young generation further, which would take up to 100 MiB. Call it often: V8 cannot be told that maximum after its
 * start, only not to grow.
 */
export function limitHeapGrowth(): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  let isOver = false;
  return () => {
    if (isOver) return;
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young !== undefined && young.space_size < MAX_YOUNG_BYTES) return;
    isOver = true;
    if (young !== undefined) setFlagsFromString("--semi-space-growth-factor=1");
  };
}
