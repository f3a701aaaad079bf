import { AccessError, textOf } from "@anyurl/core";
import { type Endpoint, type Exchange, joinBytes, listingTooLargeError } from "@anyurl/core/exchange";
import {
  type Diagnostic,
  type DocumentHeader,
  MAX_SOURCE_CHARACTERS,
  readSearchResponse,
  readSource,
  type Source,
} from "@anyurl/protocol-wais";
import { cannotAnswerError, diagnosticError } from "./diagnostic-error.ts";
import { type DocumentRequest, DocumentRetrieval } from "./document.ts";
import { MARKED_TYPES, MarkFilter } from "./highlighting.ts";
import type { Settings } from "./options.ts";
import { formatSearchRequest } from "./request.ts";
import { type NegotiatedSettings, WaisConnection } from "./session.ts";
import type { WaisParts } from "./syntax.ts";

/** A server, and the negotiated settings of a pooled connection. */
export interface WaisEndpoint {
  readonly endpoint: Endpoint;
  readonly agreement?: NegotiatedSettings | undefined;
}

/** Bytes of the document. The first event is "begun", after the server has sent the first bytes. */
export type DocumentEvent = Uint8Array | "begun";

/** An event of a search: a result, the description of a database, or a diagnostic. */
export type SearchEvent = DocumentHeader | { readonly is: "source"; readonly source: Source } | Diagnostic;

/** Retrieves a document in chunks (RFC 1625, query type 1). Returns true if it is complete. */
export function* retrieve(
  wanted: DocumentRequest,
  settings: Settings,
  place: WaisEndpoint,
): Exchange<DocumentEvent, true> {
  const session = new WaisConnection(settings, place.endpoint, place.agreement);
  yield* session.begin();
  const cleans = settings.highlighting === "drop" && MARKED_TYPES.has(wanted.type);
  const filter = cleans ? new MarkFilter(session.agreement.markers) : undefined;
  const reading = new DocumentRetrieval(session, wanted, settings);
  for (let begun = false; !reading.ended; begun = true) {
    const piece = yield* reading.next();
    if (!begun) yield { do: "emit", event: "begun" };
    const octets = filter?.push(piece) ?? piece;
    if (octets.length > 0) yield { do: "emit", event: octets };
  }
  const held = filter?.end();
  if (held !== undefined && held.length > 0) yield { do: "emit", event: held };
  yield* session.keep();
  return true;
}

/** Checks that a document exists: retrieves its first byte. */
export function* checkExists(
  wanted: DocumentRequest,
  settings: Settings,
  place: WaisEndpoint,
): Exchange<never, void> {
  const session = new WaisConnection(settings, place.endpoint, place.agreement);
  yield* session.begin();
  yield* new DocumentRetrieval(session, { ...wanted, range: { start: 0, end: 1 } }, settings).next();
  yield* session.keep();
}

/**
 * Searches for words (RFC 1625, query type 3). Without words, returns the description of the database.
 *
 * @throws {AccessError} the error of a diagnostic if the response has nothing else; unsupported: the server cannot
 *   answer.
 */
export function* search(
  parts: WaisParts,
  words: string,
  settings: Settings,
  place: WaisEndpoint,
): Exchange<SearchEvent> {
  const session = new WaisConnection(settings, place.endpoint, place.agreement);
  yield* session.begin();
  const body = yield* session.ask(formatSearchRequest(parts, words, settings), "reply");
  if (body.length === 0) throw cannotAnswerError();
  const { maxEntries, maxListing } = settings.limits;
  if (body.length > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
  const { records } = readSearchResponse(body, maxEntries);
  const headers = records.filter((record) => record.is === "header");
  const refusals = records.filter((record) => record.is === "diagnostic");
  const [refusal] = refusals;
  if (headers.length === 0 && refusal !== undefined) throw diagnosticError(refusal);
  if (records.some(({ is }) => is === "text"))
    throw new AccessError("protocol-error", "the response to a search is the text of a document");
  for (const header of headers) {
    if (words !== "" && isCatalog(header)) continue;
    yield { do: "emit", event: header };
    if (!settings.sources || !header.types.includes(SOURCE_TYPE)) continue;
    const source = yield* parseSource(header, parts, session, settings);
    if (source !== undefined) yield { do: "emit", event: { is: "source", source } };
  }
  for (const event of refusals) yield { do: "emit", event };
  yield* session.keep();
}

/** A description of a database. */
const SOURCE_TYPE = "WSRC";

/** freeWAIS returns the catalog as a result if nothing matches. */
const NOTHING_FOUND = "Search produced no result.";

function isCatalog({ score, headline }: DocumentHeader): boolean {
  return score === 0 && headline !== undefined && headline.startsWith(NOTHING_FOUND);
}

/** Parses a description; `undefined` if it is not a description, or too long. */
function* parseSource(
  { documentId, length }: DocumentHeader,
  parts: WaisParts,
  session: WaisConnection,
  settings: Settings,
): Exchange<never, Source | undefined> {
  if (documentId === undefined) return undefined;
  const wanted = { parts, documentId, type: SOURCE_TYPE, length: length || undefined };
  const reading = new DocumentRetrieval(session, wanted, settings);
  const pieces: Uint8Array[] = [];
  for (let size = 0; !reading.ended; ) {
    const piece = yield* reading.next();
    size += piece.length;
    if (size > MAX_SOURCE_CHARACTERS) return undefined;
    pieces.push(piece);
  }
  try {
    return readSource(textOf(joinBytes(pieces)));
  } catch {
    // The description is still listed as a text document.
    return undefined;
  }
}
