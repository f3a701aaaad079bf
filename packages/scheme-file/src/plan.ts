import { AccessError, isAccessError, type Plan, type PlanStep } from "@anyurl/core";
import { citeOf, pathOf, SYSTEMS } from "./path.ts";
import { type FileUrl, walked } from "./syntax.ts";

const OPERATIONS: ReadonlySet<string> = new Set([
  "get",
  "list",
  "stat",
  "put",
  "append",
  "remove",
  "makeDirectory",
]);

/**
 * What opening the URL would open: its path, for each system that has such a path. The plan is of the normal form: a URL
 * that climbs over its drive has no path for Windows here.
 *
 * @throws {AccessError} host-not-local, separator-in-segment, control-octet; unsupported: an operation that has no such
 *   plan, as "rename", which takes two URLs.
 */
export function plan(url: FileUrl, operation = "get"): Plan {
  if (!OPERATIONS.has(operation)) {
    throw new AccessError("unsupported", `file has no plan for "${operation}"`, {
      hint: `it has one for ${[...OPERATIONS].join(", ")}`,
    });
  }
  const segments = walked(url.parts.segments);
  const steps: PlanStep[] = [];
  let first: unknown;
  for (const system of SYSTEMS) {
    try {
      steps.push({ do: "file", path: pathOf(url, segments, { system }), system, cite: citeOf(system) });
    } catch (error) {
      if (!isAccessError(error)) throw error;
      first ??= error;
    }
  }
  if (steps.length === 0) throw first;
  return { operation, steps };
}
