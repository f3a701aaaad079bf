import type { Runner } from "./runner.ts";

/** The runner: vitest in a vitest worker, otherwise Node's own. The other one is not loaded. */
export const defaultRunner: Runner =
  "__vitest_worker__" in globalThis
    ? (await import("../vitest.ts")).vitestRunner
    : (await import("../node.ts")).nodeRunner;
