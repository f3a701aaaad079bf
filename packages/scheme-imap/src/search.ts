import { AccessError } from "@anyurl/core";
import { type Exchange, listingTooLargeError } from "@anyurl/core/exchange";
import { isList } from "./envelope.ts";
import { readSearchProgram } from "./search-program.ts";
import type { ImapSession } from "./session.ts";

const CITE = "RFC 3501 §6.4.8";

/**
 * Searches the selected mailbox, and returns the UIDs in ascending order.
 *
 * @throws {AccessError} unsupported: the server rejected the search; too-large: more than maxEntries.
 */
export function* search(session: ImapSession, program: string): Exchange<never, readonly number[]> {
  const [first, ...rest] = readSearchProgram(program);
  const parts = [{ ...first!, text: `UID SEARCH ${first!.text}` }, ...rest];
  yield* session.sendParts(parts, { part: "search", cite: CITE }, "search");
  const { maxEntries } = session.limits;
  const found = new Set<number>();
  for (const each of yield* session.finish("search")) {
    if (each.is !== "data" || each.name !== "SEARCH") continue;
    for (const value of each.values) {
      // The last change of what was found (RFC 7162 §3.1.5).
      if (isList(value)) continue;
      if (typeof value !== "string" || !/^[1-9][0-9]{0,9}$/.test(value))
        throw new AccessError("protocol-error", "the result of the search has an invalid UID");
      found.add(Number(value));
      if (found.size > maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
    }
  }
  return [...found].sort((a, b) => a - b);
}
