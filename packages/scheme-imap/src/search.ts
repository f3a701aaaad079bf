import { AccessError, octetsOf } from "@anyurl/core";
import { type Exchange, joinBytes, listingTooLargeError } from "@anyurl/core/exchange";
import { isList } from "./envelope.ts";
import { readSearchProgram } from "./search-program.ts";
import type { ImapSession } from "./session.ts";

const CITE = "RFC 3501 §6.4.8";

/** LITERAL- allows literals up to this size without waiting (RFC 7888 §5). */
const MAX_LITERAL_MINUS = 4096;

/**
 * Searches the selected mailbox, and returns the UIDs in ascending order.
 *
 * @throws {AccessError} unsupported: the server rejected the search; too-large: more than maxEntries.
 */
export function* search(session: ImapSession, program: string): Exchange<never, readonly number[]> {
  yield* sendProgram(session, program);
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

/** Sends the command. Without LITERAL+, it waits for the server before each literal (RFC 3501 §4.3). */
function* sendProgram(session: ImapSession, program: string): Exchange<never> {
  const pieces = readSearchProgram(program);
  const { capabilities } = session;
  const waits = (length: number) =>
    !capabilities.has("LITERAL+") && !(capabilities.has("LITERAL-") && length <= MAX_LITERAL_MINUS);
  const announce = (literal: Uint8Array | undefined) =>
    literal === undefined ? "" : `{${literal.length}${waits(literal.length) ? "" : "+"}}`;
  const shown = { part: "search", cite: CITE };
  let before: Uint8Array | undefined;
  for (const { text, literal } of pieces) {
    const line = text + announce(literal);
    if (before === undefined) yield session.format(`UID SEARCH ${line}`, shown);
    else {
      if (waits(before.length)) yield* session.awaitContinuation("search");
      yield { do: "send", octets: joinBytes([before, octetsOf(`${line}\r\n`)]), ...shown };
    }
    before = literal;
  }
}
