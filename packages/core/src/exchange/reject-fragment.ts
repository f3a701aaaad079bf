import type { Url } from "../syntax/url.ts";
import { AccessError } from "./access-error.ts";

/** Operations that change or send something, and the walk of a tree, which can be copied, compared, or removed. */
const CHANGING: ReadonlySet<string> = new Set([
  "put",
  "append",
  "remove",
  "rename",
  "makeDirectory",
  "send",
  "walk",
]);

/**
 * Rejects a URL with a fragment for an operation that changes something. A fragment is never sent (RFC 3986 §3.5), so
 * with a "#" that belongs to a name, the operation would change another resource: to remove "a#1.txt" would remove "a".
 *
 * @throws {AccessError} fragment-not-allowed.
 */
export function rejectFragment({ scheme, fragment }: Url, operation: string): void {
  if (fragment === undefined || !CHANGING.has(operation)) return;
  throw new AccessError(
    "fragment-not-allowed",
    `the operation "${operation}" needs a URL without a fragment, which would not be sent`,
    { scheme, operation, hint: 'remove it, or write a "#" that is data as "%23"' },
  );
}
