import { AccessError, textOf } from "@anyurl/core";
import { type Endpoint, type Exchange, joinBytes } from "@anyurl/core/exchange";
import {
  type Diagnostic,
  type DocumentHeader,
  MAX_SOURCE,
  readSearchResponse,
  readSource,
  type Source,
} from "@anyurl/protocol-wais";
import { DocumentReading, type Wanted } from "./document.ts";
import { MARKED_TYPES, MarkFilter } from "./highlighting.ts";
import type { Settings } from "./options.ts";
import { cannotAnswer, refusalOf } from "./refusal.ts";
import { searchRequest } from "./request.ts";
import { type Agreement, Session } from "./session.ts";
import type { WaisParts } from "./syntax.ts";

/** Where a server is, and what was agreed on with it on a connection that has served before. */
export interface Place {
  readonly endpoint: Endpoint;
  readonly agreement?: Agreement | undefined;
}

/** Octets of the document; first of all "begun", once the server has sent the first of them. */
export type DocumentEvent = Uint8Array | "begun";

/**
 * What a search gives: what was found; what a database says of itself; what the server has to say besides.
 */
export type SearchEvent = DocumentHeader | { readonly is: "source"; readonly source: Source } | Diagnostic;

/** Retrieves a document, piece by piece (RFC 1625, query type 1). Returns that it is whole. */
export function* retrieve(wanted: Wanted, settings: Settings, place: Place): Exchange<DocumentEvent, true> {
  const session = new Session(settings, place.endpoint, place.agreement);
  yield* session.begin();
  const cleans = settings.highlighting === "drop" && MARKED_TYPES.has(wanted.type);
  const filter = cleans ? new MarkFilter(session.agreement.markers) : undefined;
  const reading = new DocumentReading(session, wanted, settings);
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

/** Is the document there? Retrieves its first octet. */
export function* probe(wanted: Wanted, settings: Settings, place: Place): Exchange<never, void> {
  const session = new Session(settings, place.endpoint, place.agreement);
  yield* session.begin();
  yield* new DocumentReading(session, { ...wanted, range: { start: 0, end: 1 } }, settings).next();
  yield* session.keep();
}

/**
 * Searches for words (RFC 1625, query type 3); for none, what the database says of itself.
 *
 * @throws {AccessError} what a diagnostic comes to that is all of the answer; unsupported: the server cannot
 *   answer.
 */
export function* search(
  parts: WaisParts,
  words: string,
  settings: Settings,
  place: Place,
): Exchange<SearchEvent> {
  const session = new Session(settings, place.endpoint, place.agreement);
  yield* session.begin();
  const body = yield* session.ask(searchRequest(parts, words, settings), "reply");
  if (body.length === 0) throw cannotAnswer();
  const { records } = readSearchResponse(body, settings.limits.maxEntries);
  const headers = records.filter((record) => record.is === "header");
  const refusals = records.filter((record) => record.is === "diagnostic");
  const [refusal] = refusals;
  if (headers.length === 0 && refusal !== undefined) throw refusalOf(refusal);
  if (records.some(({ is }) => is === "text"))
    throw new AccessError("protocol-error", "the answer to a search is the text of a document");
  for (const header of headers) {
    if (words !== "" && isCatalogue(header)) continue;
    yield { do: "emit", event: header };
    if (!settings.sources || !header.types.includes(SOURCE_TYPE)) continue;
    const source = yield* sourceOf(header, parts, session, settings);
    if (source !== undefined) yield { do: "emit", event: { is: "source", source } };
  }
  for (const event of refusals) yield { do: "emit", event };
  yield* session.keep();
}

/** A description of a database. */
const SOURCE_TYPE = "WSRC";

/** What freeWAIS has in the place of nothing: the catalogue, as if it had been found. */
const NOTHING_FOUND = "Search produced no result.";

function isCatalogue({ score, headline }: DocumentHeader): boolean {
  return score === 0 && headline !== undefined && headline.startsWith(NOTHING_FOUND);
}

/** What the description says; `undefined` where it is none, or too long for one. */
function* sourceOf(
  { documentId, length }: DocumentHeader,
  parts: WaisParts,
  session: Session,
  settings: Settings,
): Exchange<never, Source | undefined> {
  if (documentId === undefined) return undefined;
  const wanted = { parts, documentId, type: SOURCE_TYPE, length: length || undefined };
  const reading = new DocumentReading(session, wanted, settings);
  const pieces: Uint8Array[] = [];
  for (let size = 0; !reading.ended; ) {
    const piece = yield* reading.next();
    size += piece.length;
    if (size > MAX_SOURCE) return undefined;
    pieces.push(piece);
  }
  try {
    return readSource(textOf(joinBytes(pieces)));
  } catch {
    // The description is listed all the same, to be read as a text.
    return undefined;
  }
}
