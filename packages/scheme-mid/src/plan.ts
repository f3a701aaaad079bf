import { AccessError, type Plan } from "@anyurl/core";

/**
 * Returns a plan without steps: the scheme itself sends nothing. A source of the options has its own plan.
 *
 * @throws {AccessError} unsupported: another operation than `operations`.
 */
export function planLocal(scheme: string, operation: string, operations: readonly string[]): Plan {
  if (operations.includes(operation)) return { operation, steps: [] };
  throw new AccessError("unsupported", `${scheme} has no plan for "${operation}"`, {
    hint: `use ${operations.join(", ")}`,
  });
}
