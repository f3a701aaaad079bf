import type { Runner } from "./runner.ts";

/** Where a worker of vitest runs this, vitest; anywhere else, Node's own. The other one is not even loaded. */
export const defaultRunner: Runner =
  "__vitest_worker__" in globalThis
    ? (await import("../vitest.ts")).vitestRunner
    : (await import("../node.ts")).nodeRunner;
