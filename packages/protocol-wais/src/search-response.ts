import { type AccessError, textOf, tooLargeError } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { formatApdu, readApdu } from "./apdu.ts";
import { type Diagnostic, formatDiagnostic, readDiagnostic } from "./diagnostic.ts";
import { type DocumentHeader, formatHeader, readHeaderGroup } from "./document-header.ts";
import { element, formatFixedNumber, formatOptional, readElements } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { OctetReader } from "./reader.ts";
import { PDU, TAG } from "./tags.ts";
import { parseNumber } from "./values.ts";

/** A part of a document. */
export interface DocumentText {
  readonly is: "text";
  readonly documentId?: string | undefined;
  readonly version?: number | undefined;
  readonly octets: Uint8Array;
}

export type ResponseRecord = DocumentHeader | DocumentText | Diagnostic;

/** The response to a Search (PDU type 23). */
export interface SearchResponse {
  /**
   * 1 in the response to a search, 0 in the response to a retrieval and with errors. It has no meaning, whatever the
   * texts say.
   */
  readonly status: number;
  readonly referenceId?: Uint8Array | undefined;
  readonly seedWordsUsed?: string | undefined;
  readonly records: readonly ResponseRecord[];
}

/** Success, and no result set is kept. */
const PRESENT_STATUS = 0;

export function formatSearchResponse({
  status,
  referenceId,
  seedWordsUsed,
  records,
}: SearchResponse): Uint8Array {
  const groups = records.map((record) => {
    if (record.is === "header") return formatHeader(record);
    return record.is === "text" ? formatText(record) : formatDiagnostic(record);
  });
  return formatApdu({
    type: PDU.searchResponse,
    fixed: concat(
      Uint8Array.of(status),
      // The number of all hits and the next position, which no software uses.
      formatFixedNumber(0, 3),
      formatFixedNumber(records.length, 3),
      formatFixedNumber(0, 3),
    ),
    variable: [element(TAG.presentStatus, PRESENT_STATUS), formatOptional(TAG.referenceId, referenceId)],
    userInformation: element(
      TAG.userInformation,
      concat(formatOptional(TAG.seedWordsUsed, seedWordsUsed), ...groups),
    ),
  });
}

function formatText({ documentId, version = 0, octets }: DocumentText): Uint8Array {
  return element(
    TAG.documentTextGroup,
    concat(
      formatOptional(TAG.documentId, documentId),
      element(TAG.versionNumber, version),
      element(TAG.documentText, octets),
    ),
  );
}

/**
 * Parses the response to a Search. Ignores its status, its counts, and unknown records. The nesting is fixed: user
 * information, group, type block.
 *
 * @throws {AccessError} protocol-error: another PDU, a wrong length, or an invalid number; too-large: more than
 * maxEntries records.
 */
export function readSearchResponse(body: Uint8Array, maxEntries: number): SearchResponse {
  const { type, counted, userInformation } = readApdu(body);
  if (type !== PDU.searchResponse) throw malformedError("the response to a Search is not a SearchResponse");
  const status = counted.number(1);
  counted.take(9);
  let referenceId: Uint8Array | undefined;
  for (const { tag, octets } of readElements(counted.take(counted.left), "the SearchResponse"))
    if (tag === TAG.referenceId) referenceId ??= octets;
  let seedWordsUsed: string | undefined;
  const records: ResponseRecord[] = [];
  if (userInformation?.tag === TAG.userInformation) {
    const reader = new OctetReader(userInformation.octets, "the user information");
    while (reader.left > 0) {
      const tag = reader.compressed();
      if (tag === TAG.diagnostic) records.push(readDiagnostic(reader));
      else {
        const octets = reader.take(reader.compressed());
        if (tag === TAG.seedWordsUsed) seedWordsUsed ??= textOf(octets);
        else if (tag === TAG.documentTextGroup) records.push(readText(octets));
        else if (HEADERS.has(tag)) records.push(readHeaderGroup(octets));
      }
      if (records.length > maxEntries) throw tooManyRecordsError(maxEntries);
    }
  }
  return { status, referenceId, seedWordsUsed, records };
}

const HEADERS: ReadonlySet<number> = new Set([
  ...[TAG.documentHeader, TAG.documentShortHeader, TAG.documentLongHeader],
]);

function readText(group: Uint8Array): DocumentText {
  let documentId: string | undefined;
  let version: number | undefined;
  let text: Uint8Array | undefined;
  for (const { tag, octets } of readElements(group, "a record")) {
    if (tag === TAG.documentId) documentId ??= textOf(octets);
    else if (tag === TAG.versionNumber) version ??= parseNumber(octets, "a version");
    else if (tag === TAG.documentText) text ??= octets;
  }
  return { is: "text", documentId, version, octets: text ?? new Uint8Array(0) };
}

function tooManyRecordsError(maxEntries: number): AccessError {
  return tooLargeError(`the response exceeds the limit of ${maxEntries} records`, "maxEntries");
}
