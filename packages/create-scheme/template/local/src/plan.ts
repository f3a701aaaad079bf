import { AccessError, type Plan } from "@anyurl/core";
import { toSystemPath } from "./path.ts";
import type { XDemoUrl } from "./syntax.ts";

const OPERATIONS: ReadonlySet<string> = new Set([
  "get",
  // #if list
  "list",
  // #endif
]);

/**
 * Returns the file that the URL would open. Nothing is sent.
 *
 * @throws {AccessError} control-octet, separator-in-segment, bad-path; unsupported.
 */
export function plan(url: XDemoUrl, operation = "get"): Plan {
  if (!OPERATIONS.has(operation))
    throw new AccessError("unsupported", `unsupported operation "${operation}"`);
  const path = toSystemPath(url.parts, "posix");
  return { operation, steps: [{ do: "file", path, system: "posix", cite: "README, The URLs" }] };
}
