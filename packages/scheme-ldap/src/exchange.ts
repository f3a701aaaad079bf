import { AccessError } from "@anyurl/core";
import { type Exchange, type LoginQuestion, listingTooLargeError } from "@anyurl/core/exchange";
import {
  type FoundEntry,
  formatSearch,
  OPERATION,
  readCookie,
  readEntry,
  readResult,
  readUrls,
  type SearchRequest,
} from "./message.ts";
import { checkResult } from "./result.ts";
import { LdapSession, type SessionInit } from "./session.ts";

/** An event of a search. The first one is "begun": the server has accepted the search. */
export type SearchEvent =
  | { readonly is: "begun" }
  | { readonly is: "entry"; readonly entry: FoundEntry }
  /** Another server has entries of the search (RFC 4511 §4.5.3). The URLs are alternatives. */
  | { readonly is: "reference"; readonly urls: readonly string[] };

/** The largest number of LDAP (RFC 4511 §4.1.1). */
const MAX_INT = 2 ** 31 - 1;

/** Pages without an entry, one after the other: a server can skip entries that the user may not see. */
const MAX_EMPTY_PAGES = 16;

/** What of a search depends on its URL. */
export type SearchTarget = Pick<SearchRequest, "dn" | "scope" | "filter" | "attributes">;

/**
 * Searches a directory (RFC 4511 §4.5), page by page (RFC 2696).
 *
 * @param maxBytes of all entries; default: no limit.
 * @throws {AccessError} not-found, permission-denied, too-large, truncated, desync, protocol-error, …
 * @throws {Referral} the server refers to others.
 */
export function* search(
  target: SearchTarget,
  init: SessionInit,
  maxBytes: number = Number.POSITIVE_INFINITY,
): Exchange<LoginQuestion | SearchEvent, true> {
  const session = new LdapSession(init);
  const { limits, options } = init;
  const request: SearchRequest = {
    ...target,
    dereference: options.dereference,
    sizeLimit: toLimit(limits.maxEntries),
    timeLimit: toLimit(Math.ceil(limits.deadline / 1000)),
  };
  yield* session.begin();
  let cookie: Uint8Array | undefined = new Uint8Array(0);
  let entries = 0;
  let octets = 0;
  let emptyPages = 0;
  let begun = false;
  const isPaged = options.pageSize > 0 && target.scope !== "base";
  while (cookie !== undefined) {
    const page = isPaged ? { size: options.pageSize, cookie } : undefined;
    yield* session.send((id) => ({
      octets: formatSearch(id, request, page),
      ...(request.dn !== "" && { part: "dn" }),
      cite: "RFC 4511 §4.5.1",
    }));
    cookie = undefined;
    const before = entries;
    for (;;) {
      const message = yield* session.receive(begun ? "body" : "reply");
      const { operation, body } = message;
      if (operation === OPERATION.searchDone) {
        const result = readResult(body);
        // Our own limit, which the request has.
        if (result.code === 4 && entries >= limits.maxEntries) throw tooManyError(limits.maxEntries);
        checkResult(result);
        cookie = isPaged ? readCookie(message.controls) : undefined;
        emptyPages = entries > before ? 0 : emptyPages + 1;
        if (cookie !== undefined && emptyPages > MAX_EMPTY_PAGES)
          throw new AccessError("protocol-error", "the server sends empty pages without an end");
        break;
      }
      if (!begun) yield { do: "emit", event: { is: "begun" } };
      begun = true;
      octets += body.length;
      if (octets > maxBytes) throw listingTooLargeError("bytes", "maxListing", maxBytes);
      if (++entries > limits.maxEntries) throw tooManyError(limits.maxEntries);
      if (operation === OPERATION.searchEntry)
        yield { do: "emit", event: { is: "entry", entry: readEntry(body) } };
      else if (operation === OPERATION.searchReference)
        yield { do: "emit", event: { is: "reference", urls: readUrls(body) } };
      else throw new AccessError("protocol-error", "the server sent a response of another type to a search");
    }
  }
  if (!begun) yield { do: "emit", event: { is: "begun" } };
  yield* session.end();
  return true;
}

function tooManyError(maxEntries: number): AccessError {
  return listingTooLargeError("entries", "maxEntries", maxEntries);
}

/** Returns a limit for a request; 0: unlimited. */
function toLimit(value: number): number {
  return value > MAX_INT ? 0 : value;
}
