import { noPlanError, type Plan } from "@anyurl/core";
import type { DataUrl } from "./syntax.ts";

const STEPS: Plan["steps"] = [{ do: "local", text: "decode the content of the URL", cite: "RFC 2397 §2" }];

/**
 * Returns the only step: the URL has its content, so nothing is sent.
 *
 * @throws {AccessError} unsupported: another operation than "get" and "stat".
 */
export function plan(_url: DataUrl, operation = "get"): Plan {
  if (operation === "get" || operation === "stat") return { operation, steps: STEPS };
  throw noPlanError("data", operation, ["get", "stat"]);
}
