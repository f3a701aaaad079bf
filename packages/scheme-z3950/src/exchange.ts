import { AccessError } from "@anyurl/core";
import { type Exchange, listingTooLargeError } from "@anyurl/core/exchange";
import { Association, type AssociationInit, type SearchResponse } from "./association.ts";
import { allowsOtherSyntax, diagnosticError, isUnsupportedUse } from "./diagnostic.ts";
import { type Diagnostic, type FoundRecord, isDiagnostic, type PresentRequest } from "./message.ts";
import type { Preferences, SearchTarget } from "./target.ts";

/** A record of a listing, or why the server did not send it. */
interface ListedRecord {
  readonly is: "record";
  /** From 1. */
  readonly position: number;
  readonly record: FoundRecord | Diagnostic;
}

/** An event of a search: each record, and then the number of records that the client did not ask for. */
export type SearchEvent = ListedRecord | { readonly is: "rest"; readonly count: number };

/**
 * Retrieves the one record that a search finds (RFC 2056 §4). Emits it, and then ends the association.
 *
 * @throws {AccessError} not-found; protocol-error: several records are found, …
 */
export function* retrieve(target: SearchTarget, init: AssociationInit): Exchange<FoundRecord> {
  const association = new Association(init);
  yield* association.begin();
  const { hits } = yield* searchOnce(association, target);
  if (hits === 0) throw new AccessError("not-found", "the server has no record with this docid");
  if (hits > 1)
    throw new AccessError("protocol-error", `the docid is ambiguous: ${hits} records`, {
      hint: "use z39.50s: to search the database",
    });
  const [record] = yield* presentRecords(association, target, 1, 1);
  if (record === undefined || isDiagnostic(record)) throw recordError(record, init.options);
  yield { do: "emit", event: record };
  yield* association.end();
}

/** @throws {AccessError} the diagnostic of a record; protocol-error: the server sent none. */
export function recordError(
  record: Diagnostic | undefined,
  options: AssociationInit["options"],
): AccessError {
  return record === undefined
    ? new AccessError("protocol-error", "the server sent no record")
    : diagnosticError(record, options);
}

/**
 * Searches databases, and retrieves the records in pages.
 *
 * @throws {AccessError} not-found, unsupported, too-large, …
 */
export function* searchRecords(target: SearchTarget, init: AssociationInit): Exchange<SearchEvent> {
  const { options, limits } = init;
  const association = new Association(init);
  yield* association.begin();
  const { hits } = yield* searchOnce(association, target);
  const wanted = Math.min(hits, options.maxRecords);
  const begun = association.received;
  for (let position = 1; position <= wanted; ) {
    const count = Math.min(options.pageSize, wanted - position + 1);
    const records = yield* presentRecords(association, target, position, count);
    if (records.length === 0) throw recordError(undefined, options);
    if (association.received - begun > limits.maxListing)
      throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    for (const record of records) {
      if (position > limits.maxEntries)
        throw listingTooLargeError("entries", "maxEntries", limits.maxEntries);
      yield { do: "emit", event: { is: "record", position, record } };
      position++;
    }
  }
  if (hits > wanted) yield { do: "emit", event: { is: "rest", count: hits - wanted } };
  yield* association.end();
}

/** Begins an association, and ends it. Emits the name of the server's program. */
export function* greet(init: AssociationInit): Exchange<string> {
  const association = new Association(init);
  yield { do: "emit", event: yield* association.begin() };
  yield* association.end();
}

/** Searches, and a second time if the server does not support the attribute. @throws {AccessError} its diagnostic. */
export function* searchOnce(
  association: Association,
  { databases, query, otherwise, searchPart }: Omit<SearchTarget, keyof Preferences>,
): Exchange<never, SearchResponse> {
  let response = yield* association.search(databases, query, searchPart);
  const [first] = response.records.diagnostics;
  if (first !== undefined && isUnsupportedUse(first) && otherwise !== undefined)
    response = yield* association.search(databases, otherwise, searchPart);
  const [diagnostic] = response.records.diagnostics;
  if (diagnostic !== undefined) throw diagnosticError(diagnostic, association.options);
  if (!response.succeeded)
    throw new AccessError("protocol-error", "the search failed, and the server does not say why");
  return response;
}

/**
 * Retrieves records of the result set, in the first syntax in which the server has them.
 *
 * @throws {AccessError} the diagnostic of the request.
 */
export function* presentRecords(
  association: Association,
  { syntaxes, elementSetName, part }: Preferences,
  start: number,
  count: number,
): Exchange<never, readonly (FoundRecord | Diagnostic)[]> {
  let failure: Diagnostic | undefined;
  let listed: readonly (FoundRecord | Diagnostic)[] = [];
  for (const syntax of syntaxes) {
    const request: PresentRequest = { start, count, syntax, elementSetName };
    const { records } = yield* association.present(request, part);
    const [diagnostic] = records.diagnostics;
    if (diagnostic !== undefined) {
      if (!allowsOtherSyntax(diagnostic)) throw diagnosticError(diagnostic, association.options);
      failure ??= diagnostic;
      continue;
    }
    // A record that the server cannot send in this syntax has a diagnostic of its own.
    const isRefused = records.found.every((record) => isDiagnostic(record) && allowsOtherSyntax(record));
    if (!isRefused || records.found.length === 0) return records.found;
    if (listed.length === 0) listed = records.found;
  }
  if (listed.length === 0 && failure !== undefined) throw diagnosticError(failure, association.options);
  return listed;
}
