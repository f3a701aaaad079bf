import { AccessError, type ByteRange } from "@anyurl/core";
import type { Exchange, Phase } from "@anyurl/core/exchange";
import { type Diagnostic, readSearchResponse } from "@anyurl/protocol-wais";
import type { Settings } from "./options.ts";
import { cannotAnswer, OUT_OF_RANGE, refusalOf } from "./refusal.ts";
import { type Named, type Piece, retrievalRequest } from "./request.ts";
import type { Session } from "./session.ts";

/*
 * A document comes in pieces: [0, 10000), [10000, 20000) … Where its length is known, the last piece is
 * exactly the rest. Otherwise the end is a piece that is shorter than what was asked for, or the diagnostic
 * "SF", beside a piece or alone.
 */

/** What is to be retrieved, and of what database. */
export interface Wanted extends Named {
  /** Octets of the document; `undefined`: nobody has told. */
  readonly length: number | undefined;
  readonly range?: ByteRange | undefined;
}

/** All software has always asked for so many octets at a time. */
const PIECE = 10_000;
/** What a server that cannot answer may still be able to send. */
const SMALL_PIECE = 1_000;
/** Fewer are not worth a request: a server that settles on that is not to be talked to. */
const SMALLEST_PIECE = 256;
/** What an answer has around the text and the document-id. */
const AROUND = 100;
/** Of one UTF-16 code unit, as UTF-8. */
const MOST_OCTETS = 3;

/** A document that is being read. */
export class DocumentReading {
  readonly #session: Session;
  readonly #wanted: Wanted;
  readonly #settings: Settings;
  /** The octet after the last that is wanted. */
  readonly #end: number;
  readonly #first: number;
  #at: number;
  #size: number;
  #ended = false;
  /** What went wrong behind the octets that have been given out. */
  #failure: AccessError | undefined;

  /** @throws {AccessError} unsupported: what the server allows for a message has no room for a document. */
  constructor(session: Session, wanted: Wanted, settings: Settings) {
    const { range, length = Number.POSITIVE_INFINITY } = wanted;
    this.#session = session;
    this.#wanted = wanted;
    this.#settings = settings;
    this.#first = range?.start ?? 0;
    this.#end = Math.min(length, range?.end ?? Number.POSITIVE_INFINITY);
    this.#at = this.#first;
    this.#size = pieceSize(session, wanted);
  }

  /** Has all of it been read? */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * The next octets, which may be none.
   *
   * @throws {AccessError} not-found; truncated: the document is shorter than it was said to be;
   *   protocol-error: more came than was asked for, or another document, or nothing; what a diagnostic
   *   comes to.
   */
  *next(): Exchange<never, Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure;
    const isFirst = this.#at === this.#first;
    // Where nothing is left to be wanted, one octet tells whether the document is there.
    const end = Math.max(this.#at + 1, Math.min(this.#at + this.#size, this.#end));
    const answer = yield* this.#retrieve({ start: this.#at, end }, isFirst ? "reply" : "body");
    if (answer === undefined) {
      if (this.#size <= SMALL_PIECE) throw cannotAnswer();
      this.#size = SMALL_PIECE;
      return yield* this.next();
    }
    const { text, refusal } = answer;
    const failure = refusal === undefined || refusal.code === OUT_OF_RANGE ? undefined : refusalOf(refusal);
    if (text === undefined && failure !== undefined) throw failure;
    if (isFirst && text === undefined)
      throw refusal === undefined ? noText() : notFound(refusal, this.#first);
    const isLast = refusal !== undefined || (text?.length ?? 0) < end - this.#at;
    const octets = (text ?? NOTHING).subarray(0, Math.max(0, this.#end - this.#at));
    this.#at += octets.length;
    const { length } = this.#wanted;
    const isShort = isLast && length !== undefined && this.#at < this.#end;
    // What has come is handed out first: the error is met behind it.
    this.#failure = failure ?? (isShort ? tooShort(this.#at, length) : undefined);
    this.#ended = this.#failure === undefined && (isLast || this.#at >= this.#end);
    return octets;
  }

  /** `undefined`: the server cannot answer. */
  *#retrieve(
    piece: Piece,
    phase: Phase,
  ): Exchange<never, { readonly text?: Uint8Array; readonly refusal?: Diagnostic } | undefined> {
    const request = retrievalRequest(this.#wanted, piece, this.#settings);
    const body = yield* this.#session.ask(request, phase);
    if (body.length === 0) return undefined;
    const { records } = readSearchResponse(body, this.#settings.limits.maxEntries);
    const texts = records.filter((record) => record.is === "text");
    const refusal = records.find((record) => record.is === "diagnostic");
    const [text] = texts;
    if (texts.length > 1) throw wrong("several texts for one document");
    if (text === undefined) return refusal === undefined ? {} : { refusal };
    if (text.documentId !== undefined && text.documentId !== this.#wanted.documentId)
      throw wrong("another document than the one that was asked for");
    if (text.octets.length > piece.end - piece.start) throw wrong("more of the document than was asked for");
    return { text: text.octets, ...(refusal && { refusal }) };
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** As much as fits into an answer, with the document-id that comes back with it. */
function pieceSize({ agreement }: Session, { documentId }: Wanted): number {
  const room = agreement.size - documentId.length * MOST_OCTETS - AROUND;
  if (room >= SMALLEST_PIECE) return Math.min(PIECE, room);
  throw new AccessError("unsupported", "the messages that are allowed here are too small for a document", {
    hint: "raise the limit maxMessage; it may be the server that allows no larger ones",
  });
}

function wrong(what: string): AccessError {
  return new AccessError("protocol-error", `the server sent ${what}`);
}

function noText(): AccessError {
  return wrong("an answer without a text");
}

function notFound(refusal: Diagnostic, start: number): AccessError {
  const behind = start === 0 ? "" : `, or it ends before octet ${start}`;
  return new AccessError("not-found", `the server has no such document${behind}`, {
    reply: refusalOf(refusal).reply,
  });
}

function tooShort(length: number, said: number): AccessError {
  return new AccessError("truncated", `the document has ${length} octets, and was said to have ${said}`, {
    hint: "if it is the length in the URL that is wrong, leave it out",
  });
}
