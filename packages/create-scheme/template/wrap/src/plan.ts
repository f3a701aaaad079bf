import { AccessError, type Plan } from "@anyurl/core";
import { toEndpoint } from "./endpoint.ts";
import { toPath } from "./path.ts";
import type { XDemoUrl } from "./syntax.ts";

const OPERATIONS: ReadonlySet<string> = new Set([
  "get",
  // #if list
  "list",
  // #endif
]);

/**
 * Returns the connection that the URL would open. The library writes the messages, so a plan does not have them.
 *
 * @throws {AccessError} control-octet; unsupported.
 */
export function plan(url: XDemoUrl, operation = "get"): Plan {
  if (!OPERATIONS.has(operation))
    throw new AccessError("unsupported", `unsupported operation "${operation}"`);
  toPath(url.parts);
  const { host, port } = toEndpoint(url);
  return { operation, steps: [{ do: "connect", on: "control", host, port, cite: "README, The protocol" }] };
}
