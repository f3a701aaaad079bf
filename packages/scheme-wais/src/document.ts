import { AccessError, type ByteRange } from "@anyurl/core";
import type { Exchange, Phase } from "@anyurl/core/exchange";
import { type Diagnostic, readSearchResponse } from "@anyurl/protocol-wais";
import { cannotAnswerError, diagnosticError, OUT_OF_RANGE } from "./diagnostic-error.ts";
import type { Settings } from "./options.ts";
import { type ByteSpan, type DocumentReference, formatRetrievalRequest } from "./request.ts";
import type { WaisConnection } from "./session.ts";

/*
 * A document is retrieved in chunks: [0, 10000), [10000, 20000) … If its length is known, the last chunk is exactly the
 * rest. Otherwise the end is a chunk that is shorter than requested, or the diagnostic "SF", with or without a chunk.
 */

/** The document to retrieve, and its database. */
export interface DocumentRequest extends DocumentReference {
  /** Length of the document in bytes; `undefined` if unknown. */
  readonly length: number | undefined;
  readonly range?: ByteRange | undefined;
}

/** Bytes per chunk, the value that existing software uses. */
const CHUNK_BYTES = 10_000;
/** Bytes of a smaller chunk, for a server that could not answer. */
const SMALL_CHUNK_BYTES = 1_000;
/** Minimum bytes per chunk; a server with a smaller message size is not supported. */
const MIN_CHUNK_BYTES = 256;
/** Bytes of a response in addition to the text and the document-id. */
const RESPONSE_OVERHEAD_BYTES = 100;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** The retrieval of one document. */
export class DocumentRetrieval {
  readonly #session: WaisConnection;
  readonly #wanted: DocumentRequest;
  readonly #settings: Settings;
  /** The end of the requested range, exclusive. */
  readonly #end: number;
  readonly #first: number;
  #at: number;
  #size: number;
  #ended = false;
  /** The error to throw after the returned bytes. */
  #failure: AccessError | undefined;

  /** @throws {AccessError} unsupported: the server's message size is too small for a document. */
  constructor(session: WaisConnection, wanted: DocumentRequest, settings: Settings) {
    const { range, length = Number.POSITIVE_INFINITY } = wanted;
    this.#session = session;
    this.#wanted = wanted;
    this.#settings = settings;
    this.#first = range?.start ?? 0;
    this.#end = Math.min(length, range?.end ?? Number.POSITIVE_INFINITY);
    this.#at = this.#first;
    this.#size = chunkSize(session, wanted);
  }

  /** True after the last byte. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Retrieves the next bytes, possibly none.
   *
   * @throws {AccessError} not-found; truncated: the document is shorter than its stated length; protocol-error: the
   *   response is longer than requested, another document, or empty; the error of a diagnostic.
   */
  *next(): Exchange<never, Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure;
    const isFirst = this.#at === this.#first;
    // For an empty range, request one byte to check that the document exists.
    const end = Math.max(this.#at + 1, Math.min(this.#at + this.#size, this.#end));
    const answer = yield* this.#retrieve({ start: this.#at, end }, isFirst ? "reply" : "body");
    if (answer === undefined) {
      if (this.#size <= SMALL_CHUNK_BYTES) throw cannotAnswerError();
      this.#size = SMALL_CHUNK_BYTES;
      return yield* this.next();
    }
    const { text, refusal } = answer;
    const failure =
      refusal === undefined || refusal.code === OUT_OF_RANGE ? undefined : diagnosticError(refusal);
    if (text === undefined && failure !== undefined) throw failure;
    if (isFirst && text === undefined)
      throw refusal === undefined ? noTextError() : notFoundError(refusal, this.#first);
    const isLast = refusal !== undefined || (text?.length ?? 0) < end - this.#at;
    const octets = (text ?? NO_BYTES).subarray(0, Math.max(0, this.#end - this.#at));
    this.#at += octets.length;
    const { length } = this.#wanted;
    const isShort = isLast && length !== undefined && this.#at < this.#end;
    // Return the received bytes first, and throw the error at the next call.
    this.#failure = failure ?? (isShort ? tooShortError(this.#at, length) : undefined);
    this.#ended = this.#failure === undefined && (isLast || this.#at >= this.#end);
    return octets;
  }

  /** Retrieves one chunk; `undefined` if the server cannot answer. */
  *#retrieve(
    piece: ByteSpan,
    phase: Phase,
  ): Exchange<never, { readonly text?: Uint8Array; readonly refusal?: Diagnostic } | undefined> {
    const request = formatRetrievalRequest(this.#wanted, piece, this.#settings);
    const body = yield* this.#session.ask(request, phase);
    if (body.length === 0) return undefined;
    const { records } = readSearchResponse(body, this.#settings.limits.maxEntries);
    const texts = records.filter((record) => record.is === "text");
    const refusal = records.find((record) => record.is === "diagnostic");
    const [text] = texts;
    if (texts.length > 1) throw protocolError("multiple texts for one document");
    if (text === undefined) return refusal === undefined ? {} : { refusal };
    if (text.documentId !== undefined && text.documentId !== this.#wanted.documentId)
      throw protocolError("a document that was not requested");
    if (text.octets.length > piece.end - piece.start)
      throw protocolError("more bytes of the document than requested");
    return { text: text.octets, ...(refusal && { refusal }) };
  }
}

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Returns the number of bytes that fit into a response together with the document-id. */
function chunkSize({ agreement }: WaisConnection, { documentId }: DocumentRequest): number {
  const room = agreement.size - documentId.length * MAX_BYTES_PER_CODE_UNIT - RESPONSE_OVERHEAD_BYTES;
  if (room >= MIN_CHUNK_BYTES) return Math.min(CHUNK_BYTES, room);
  throw new AccessError("unsupported", "the maximum message size is too small for a document", {
    hint: "increase the limit maxMessage; the server may also have a limit",
  });
}

function protocolError(what: string): AccessError {
  return new AccessError("protocol-error", `the server sent ${what}`);
}

function noTextError(): AccessError {
  return protocolError("a response without a text");
}

function notFoundError(refusal: Diagnostic, start: number): AccessError {
  const behind = start === 0 ? "" : `, or it ends before byte ${start}`;
  return new AccessError("not-found", `the server has no such document${behind}`, {
    reply: diagnosticError(refusal).reply,
  });
}

function tooShortError(length: number, said: number): AccessError {
  return new AccessError("truncated", `received ${length} of ${said} bytes`, {
    hint: "remove the length from the URL if it is wrong",
  });
}
