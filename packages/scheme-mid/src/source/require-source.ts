import { AccessError } from "@anyurl/core";
import type { CidSettings, MidSettings } from "../options.ts";

/** @throws {AccessError} unsupported: no option says where the message of a mid URL is. */
export function requireSource({ store, mailboxes, source }: MidSettings): void {
  if (store !== undefined || mailboxes.length > 0 || source !== undefined) return;
  throw new AccessError("unsupported", "cannot open a mid URL without a place where its message is", {
    hint: "use the mid option store, mailboxes, or source",
  });
}

/** @throws {AccessError} unsupported: no option has the message of a cid URL. */
export function requireMessage({ message, file }: CidSettings): void {
  if (message !== undefined || file !== undefined) return;
  throw new AccessError("unsupported", "cannot open a cid URL without the message with its part", {
    hint: "use the cid option message or file, or a mid URL with both ids",
  });
}
