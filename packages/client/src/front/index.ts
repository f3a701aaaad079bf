/*
 * The HTTP front: how a resource of any scheme is served over HTTP (RFC 9110). `toFetch` and the gateway use it.
 */

export { toByteStream } from "../body/byte-stream.ts";
export { findObstacle } from "../call/target.ts";
export { negotiateType } from "./accept.ts";
export { type ByteSpan, contentRange, parseRange, type RangeSpec, resolveRange } from "./byte-range.ts";
export { resolveDocumentReference, trimReference } from "./document-reference.ts";
export { toEntryData } from "./entry-data.ts";
export {
  classifyMediaType,
  documentName,
  findMediaType,
  type Handling,
  looksLikeText,
  parseCharset,
} from "./media-type.ts";
export { evaluatePreconditions, isConditional, type RequestHead } from "./preconditions.ts";
export { type HttpProblem, toHttpProblem, toHttpStatus } from "./problem.ts";
export {
  type DocumentContent,
  type DocumentInfo,
  type OpenedDocument,
  type Representation,
  type ServedDocument,
  serveDocument,
} from "./serve-document.ts";
export {
  type ListingWriter,
  loadOperationNames,
  type ServedResource,
  type StartedEntries,
  serveResource,
  startEntries,
  writeListing,
} from "./serve-resource.ts";
export { createTextDecoder } from "./text-decoder.ts";
export { createValidators, type Validators, validatorHeaders } from "./validators.ts";
