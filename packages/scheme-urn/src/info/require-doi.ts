import { AccessError } from "@anyurl/core";
import type { DoiName } from "../doi-name.ts";
import type { InfoUrl } from "./syntax.ts";

/** @throws {AccessError} unsupported: no resolver is known for its namespace. */
export function requireDoi({ parts: { namespace, name } }: InfoUrl): DoiName {
  if (name !== undefined) return name;
  throw new AccessError("unsupported", `cannot open info URLs of the namespace ${namespace}: no resolver`, {
    hint: "use an info URL of the namespace doi",
  });
}
