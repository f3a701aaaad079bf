import { AccessError, type Plan } from "@anyurl/core";
import { archivePath, entryName } from "./names.ts";
import type { ZipUrl } from "./syntax.ts";

const OPERATIONS: ReadonlySet<string> = new Set(["get", "list", "stat"]);

/**
 * Returns the plan of an operation. Nothing is sent.
 *
 * @throws {AccessError} control-octet, separator-in-segment, bad-path; unsupported.
 */
export function plan(url: ZipUrl, operation = "get"): Plan {
  if (!OPERATIONS.has(operation))
    throw new AccessError("unsupported", `x-zip has no plan for "${operation}"`);
  entryName(url.parts);
  const path = archivePath(url.parts, "posix");
  return { operation, steps: [{ do: "file", path, system: "posix", cite: "README, The URLs" }] };
}
