import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { formatApdu, readApdu } from "./apdu.ts";
import { element, formatFixedNumber, formatOptional, readElements } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { formatRetrieval, type Retrieval, readRetrieval } from "./retrieval.ts";
import { PDU, TAG } from "./tags.ts";
import { formatWords, readWords, type WordSearch } from "./words.ts";

/** A Search (PDU type 22): by words, or for the text of a document. */
export interface Search {
  readonly query: WordSearch | Retrieval;
  /**
   * Decoded names. Empty: the server's directory of databases. Absent: as empty, or for a retrieval, the database of
   * the document.
   */
  readonly databases?: readonly string[] | undefined;
  /** Returned with the response. */
  readonly referenceId?: Uint8Array | undefined;
}

/** Separates the names of databases (RFC 1625). */
const SEPARATOR = "\x1f";

/** The name of the database of the element set, left empty; and the requested part of a document. */
const DOCUMENT_TEXT = " \x1fDocument Text";

/**
 * Bounds of a result set, in documents. WAIS keeps no result sets, so they have no effect, but all software sends them.
 */
const BOUNDS = { words: [30, 5000, 30], retrieval: [10, 16, 15] } as const;

/**
 * Formats a Search.
 *
 * @throws {RangeError} a number does not fit; a name contains the separator.
 */
export function formatSearch({ query, databases, referenceId }: Search): Uint8Array {
  const retrieves = query.is === "retrieval";
  if (databases?.some((name) => name.includes(SEPARATOR)))
    throw new RangeError("invalid database name: contains the byte 1F");
  return formatApdu({
    type: PDU.search,
    fixed: concat(...BOUNDS[query.is].map((bound) => formatFixedNumber(bound, 3)), Uint8Array.of(1)),
    variable: [
      element(TAG.resultSetName, retrieves ? "FOO" : ""),
      formatOptional(TAG.databaseNames, databases && octetsOf(databases.join(SEPARATOR))),
      element(TAG.queryType, retrieves ? "1" : "3"),
      formatOptional(TAG.elementSetNames, retrieves ? DOCUMENT_TEXT : undefined),
      formatOptional(TAG.referenceId, referenceId),
    ],
    userInformation: retrieves
      ? element(TAG.query, formatRetrieval(query))
      : element(TAG.userInformation, formatWords(query)),
  });
}

/** Tags that are allowed in the variable part of a Search. */
const KNOWN: ReadonlySet<number> = new Set([
  ...[TAG.resultSetName, TAG.databaseNames, TAG.queryType, TAG.elementSetNames, TAG.referenceId],
]);

/**
 * Parses a Search.
 *
 * @throws {AccessError} protocol-error: not a Search, an unknown element, or a query type other than 1 and 3.
 */
export function readSearch(body: Uint8Array): Search {
  const { type, counted, userInformation } = readApdu(body);
  if (type !== PDU.search) throw malformedError("not a Search");
  counted.take(10);
  const values = new Map<number, string>();
  let referenceId: Uint8Array | undefined;
  for (const { tag, octets } of readElements(counted.take(counted.left), "the Search")) {
    if (!KNOWN.has(tag)) throw malformedError("unknown element in a Search");
    values.set(tag, textOf(octets));
    if (tag === TAG.referenceId) referenceId = octets;
  }
  const names = values.get(TAG.databaseNames);
  const databases = names === undefined ? undefined : names === "" ? [] : names.split(SEPARATOR);
  const query = parseQuery(values.get(TAG.queryType), userInformation);
  return { query, databases, referenceId };
}

function parseQuery(
  queryType: string | undefined,
  info: { readonly tag: number; readonly octets: Uint8Array } | undefined,
) {
  if (queryType === "3" && info?.tag === TAG.userInformation) return readWords(info.octets);
  if (queryType === "1" && info?.tag === TAG.query) return readRetrieval(info.octets);
  throw malformedError("a Search must have words (type 3) or the query of a retrieval (type 1)");
}
