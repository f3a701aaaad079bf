import { isAccessError, noPlanError, type Plan, type PlanStep } from "@anyurl/core";
import { type FileSettings, fileOptions, getLocalNames } from "./options.ts";
import { formatSystemPath, pathRule, SYSTEMS } from "./path.ts";
import { type FileUrl, removeDotSegments } from "./syntax.ts";

const OPERATIONS: readonly string[] = ["get", "list", "stat", "put", "append", "remove", "makeDirectory"];

/**
 * Returns the path that opening the URL would use, for each system with such a path. Plans use the normal form: a URL
 * whose ".." removes its drive has no Windows path here.
 *
 * @throws {AccessError} host-not-local, separator-in-segment, control-octet; unsupported: an operation without a plan,
 *   such as "rename", which needs two URLs.
 */
export function plan(url: FileUrl, operation = "get", options: FileSettings = fileOptions.defaults): Plan {
  if (!OPERATIONS.includes(operation)) throw noPlanError("file", operation, OPERATIONS);
  const segments = removeDotSegments(url.parts.segments);
  const localNames = getLocalNames(options);
  const steps: PlanStep[] = [];
  let first: unknown;
  for (const system of SYSTEMS) {
    try {
      steps.push({
        do: "file",
        path: formatSystemPath(url, segments, { system, localNames }),
        system,
        cite: pathRule(system),
      });
    } catch (error) {
      if (!isAccessError(error)) throw error;
      first ??= error;
    }
  }
  if (steps.length === 0) throw first;
  return { operation, steps };
}
