import { resolveOptions } from "@anyurl/core";
import * as guard from "../../src/guard/index.ts";

type Init = guard.GuardOptions & Pick<guard.GuardInit, "registry" | "reachesInside" | "cacheState">;

/** Creates a guard, with the default of each option that is not given. */
export function createGuard({ registry, reachesInside = false, cacheState, ...options }: Init): guard.Guard {
  const settings = resolveOptions(guard.guardOptions, options);
  return guard.createGuard({ ...settings, registry, reachesInside, ...(cacheState && { cacheState }) });
}
