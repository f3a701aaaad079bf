import { AccessError, type Plan } from "@anyurl/core";
import type { DataUrl } from "./syntax.ts";

/**
 * Returns a plan without steps: opening the URL sends nothing.
 *
 * @throws {AccessError} unsupported: another operation than "get" and "stat".
 */
export function plan(_url: DataUrl, operation = "get"): Plan {
  if (operation === "get" || operation === "stat") return { operation, steps: [] };
  throw new AccessError("unsupported", `data has no plan for "${operation}"`, { hint: "use get, stat" });
}
