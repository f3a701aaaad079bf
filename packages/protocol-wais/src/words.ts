import { textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { element, readElements } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { TAG } from "./tags.ts";
import { parseNumber } from "./values.ts";

/** A search by words, and by documents that are similar to the wanted ones (RFC 1625, query type 3). */
export interface WordSearch {
  readonly is: "words";
  /** As the user typed them: the server interprets operators. "": the description of the database. */
  readonly seedWords: string;
  /** Relevance feedback. */
  readonly like: readonly FeedbackDocument[];
  /** Maximum number of documents; `undefined`: the server's default. */
  readonly maxDocuments: number | undefined;
}

/** A document, or a part of one, for relevance feedback. */
export interface FeedbackDocument {
  /** Text that keeps its bytes. */
  readonly documentId: string;
  readonly type: string;
  /** Absent: the whole document. */
  readonly part?: DocumentPart | undefined;
}

/** A range [start, end). */
export interface DocumentPart {
  readonly unit: "octets" | "lines";
  readonly start: number;
  readonly end: number;
}

const CHUNK_CODES: Readonly<Record<DocumentPart["unit"], number>> = { octets: 1, lines: 2 };
/** 1: documents of any date. */
const ANY_DATE = 1;

/** Formats the user information of a Search of type 3. */
export function formatWords({ seedWords, like, maxDocuments }: WordSearch): Uint8Array {
  return concat(
    element(TAG.seedWords, seedWords),
    ...like.map(formatFeedbackDocument),
    element(TAG.dateFactor, ANY_DATE),
    ...(maxDocuments === undefined ? [] : [element(TAG.maxDocumentsRetrieved, maxDocuments)]),
  );
}

function formatFeedbackDocument({ documentId, type, part }: FeedbackDocument): Uint8Array {
  const ofType = element(TAG.type, type);
  if (part === undefined) return concat(element(TAG.documentId, documentId), ofType);
  return concat(
    element(TAG.documentIdChunk, documentId),
    ofType,
    element(TAG.chunkCode, CHUNK_CODES[part.unit]),
    element(TAG.chunkStartId, part.start),
    element(TAG.chunkEndId, part.end),
  );
}

/**
 * Parses the user information of a Search of type 3.
 *
 * @throws {AccessError} protocol-error
 */
export function readWords(octets: Uint8Array): WordSearch {
  let seedWords = "";
  let maxDocuments: number | undefined;
  const like: { documentId: string; numbers: Map<number, number>; type: string; isPart: boolean }[] = [];
  for (const { tag, octets: value } of readElements(octets, "the words of a Search")) {
    const last = like.at(-1);
    if (tag === TAG.seedWords) seedWords = textOf(value);
    else if (tag === TAG.maxDocumentsRetrieved) maxDocuments = parseNumber(value, "the words of a Search");
    else if (tag === TAG.documentId || tag === TAG.documentIdChunk)
      like.push({
        documentId: textOf(value),
        numbers: new Map(),
        type: "",
        isPart: tag === TAG.documentIdChunk,
      });
    else if (tag === TAG.type && last !== undefined) last.type = textOf(value);
    else if (last !== undefined && PART_TAGS.has(tag)) {
      const number = parseNumber(value, "a part of a document");
      if (number !== undefined) last.numbers.set(tag, number);
    }
  }
  return {
    is: "words",
    seedWords,
    like: like.map(({ documentId, type, numbers, isPart }) => {
      const part = isPart ? parsePart(numbers) : undefined;
      return part === undefined ? { documentId, type } : { documentId, type, part };
    }),
    maxDocuments,
  };
}

const PART_TAGS: ReadonlySet<number> = new Set([TAG.chunkCode, TAG.chunkStartId, TAG.chunkEndId]);

function parsePart(numbers: ReadonlyMap<number, number>): DocumentPart | undefined {
  const code = numbers.get(TAG.chunkCode) ?? 0;
  if (code === 0) return undefined;
  const start = numbers.get(TAG.chunkStartId);
  const end = numbers.get(TAG.chunkEndId);
  if ((code !== 1 && code !== 2) || start === undefined || end === undefined)
    throw malformedError("invalid part of a document: expected a start and an end, in bytes or in lines");
  return { unit: code === 1 ? "octets" : "lines", start, end };
}
