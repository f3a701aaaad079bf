/* Parsers and formatters of WAIS messages (RFC 1625, Z39.50 of 1988). Pure functions: nothing is opened here. */

export { type Diagnostic, formatDiagnostic } from "./diagnostic.ts";
export { type DocumentHeader, formatHeader } from "./document-header.ts";
export { type DocumentField, formatDocumentId, MAX_TAG, parseDocumentFields } from "./document-id.ts";
export { compressed, type Element, element, readElements } from "./elements.ts";
export {
  FACILITIES,
  type Facility,
  formatInit,
  formatInitResponse,
  type Init,
  type InitResponse,
  readInit,
  readInitResponse,
} from "./init.ts";
export {
  formatMessage,
  HEADER_BYTES,
  MAX_BODY_BYTES,
  type Message,
  type MessageHeader,
  MessageInbox,
  PLAIN_HEADER,
  readHeader,
} from "./message.ts";
export { fromPrintable, toPrintable } from "./printable.ts";
export { OctetReader } from "./reader.ts";
export type { Retrieval } from "./retrieval.ts";
export { formatSearch, readSearch, type Search } from "./search.ts";
export {
  type DocumentText,
  formatSearchResponse,
  type ResponseRecord,
  readSearchResponse,
  type SearchResponse,
} from "./search-response.ts";
export { formatSource, readSource, type Source } from "./source.ts";
export { MAX_SOURCE_CHARACTERS } from "./source-reader.ts";
export { PDU, TAG } from "./tags.ts";
export type { DocumentPart, FeedbackDocument, WordSearch } from "./words.ts";
