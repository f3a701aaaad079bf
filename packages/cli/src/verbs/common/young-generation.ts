import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Maximum bytes of the young generation. A larger one costs memory, and saves little time. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Returns a function that keeps V8 from enlarging its young generation further, which would take up to 100 MiB for
 * thousands of small files. Call it often: V8 cannot be told the maximum after its start, only not to grow.
 */
export function createYoungGenerationLimit(): () => void {
  let isOver = false;
  return () => {
    if (isOver) return;
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young !== undefined && young.space_size < MAX_BYTES) return;
    isOver = true;
    if (young !== undefined) setFlagsFromString("--semi-space-growth-factor=1");
  };
}
