import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { formatApdu, readApdu } from "./apdu.ts";
import { element, fixedNumber, optional, readElements } from "./elements.ts";
import { malformed } from "./malformed.ts";
import { formatRetrieval, type Retrieval, readRetrieval } from "./retrieval.ts";
import { PDU, TAG } from "./tags.ts";
import { formatWords, readWords, type WordSearch } from "./words.ts";

/** A Search (PDU type 22): by words, or for the text of a document. */
export interface Search {
  readonly query: WordSearch | Retrieval;
  /**
   * Decoded names. Empty: the server's directory of databases. Absent: as empty, and for a retrieval the
   * document's own.
   */
  readonly databases?: readonly string[] | undefined;
  /** To be given back with the answer. */
  readonly referenceId?: Uint8Array | undefined;
}

/** Between the names of databases (RFC 1625). */
const SEPARATOR = "\x1f";

/** The name of the database to whom it belongs, left open; and what is wanted of a document. */
const DOCUMENT_TEXT = " \x1fDocument Text";

/**
 * Bounds of a result set, in documents, which WAIS does not keep: they steer nothing, and everybody sends
 * these.
 */
const BOUNDS = { words: [30, 5000, 30], retrieval: [10, 16, 15] } as const;

/** @throws {RangeError} a number that does not fit; a name with a separator in it. */
export function formatSearch({ query, databases, referenceId }: Search): Uint8Array {
  const retrieves = query.is === "retrieval";
  if (databases?.some((name) => name.includes(SEPARATOR)))
    throw new RangeError("the octet 1F stands in no name");
  return formatApdu({
    type: PDU.search,
    fixed: concat(...BOUNDS[query.is].map((bound) => fixedNumber(bound, 3)), Uint8Array.of(1)),
    variable: [
      element(TAG.resultSetName, retrieves ? "FOO" : ""),
      optional(TAG.databaseNames, databases && octetsOf(databases.join(SEPARATOR))),
      element(TAG.queryType, retrieves ? "1" : "3"),
      optional(TAG.elementSetNames, retrieves ? DOCUMENT_TEXT : undefined),
      optional(TAG.referenceId, referenceId),
    ],
    userInformation: retrieves
      ? element(TAG.query, formatRetrieval(query))
      : element(TAG.userInformation, formatWords(query)),
  });
}

/** What may stand in the variable part of a Search. */
const KNOWN: ReadonlySet<number> = new Set([
  ...[TAG.resultSetName, TAG.databaseNames, TAG.queryType, TAG.elementSetNames, TAG.referenceId],
]);

/**
 * @throws {AccessError} protocol-error: it is no Search, has an unknown element, or is of another type than 1
 * and 3.
 */
export function readSearch(body: Uint8Array): Search {
  const { type, counted, userInformation } = readApdu(body);
  if (type !== PDU.search) throw malformed("this is no Search");
  counted.take(10);
  const values = new Map<number, string>();
  let referenceId: Uint8Array | undefined;
  for (const { tag, octets } of readElements(counted.take(counted.left), "the Search")) {
    if (!KNOWN.has(tag)) throw malformed("an element that a Search does not have");
    values.set(tag, textOf(octets));
    if (tag === TAG.referenceId) referenceId = octets;
  }
  const names = values.get(TAG.databaseNames);
  const databases = names === undefined ? undefined : names === "" ? [] : names.split(SEPARATOR);
  const query = queryOf(values.get(TAG.queryType), userInformation);
  return { query, databases, referenceId };
}

function queryOf(
  queryType: string | undefined,
  info: { readonly tag: number; readonly octets: Uint8Array } | undefined,
) {
  if (queryType === "3" && info?.tag === TAG.userInformation) return readWords(info.octets);
  if (queryType === "1" && info?.tag === TAG.query) return readRetrieval(info.octets);
  throw malformed("a Search has words (type 3) or the query of a retrieval (type 1)");
}
