import { textOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import { element, formatOptional, readElements } from "./elements.ts";
import { TAG } from "./tags.ts";
import { parseNumber, parseSignedNumber } from "./values.ts";

/** A document found by a search. All of it is untrusted; texts keep their bytes. */
export interface DocumentHeader {
  readonly is: "header";
  /** Required to retrieve the document. */
  readonly documentId?: string | undefined;
  readonly version?: number | undefined;
  /** The best score is 1000 by the RFC; servers also send larger and negative ones. */
  readonly score?: number | undefined;
  /** The byte or line of the best match; 0: unknown. */
  readonly bestMatch?: number | undefined;
  /** Bytes; 0: unknown. */
  readonly length?: number | undefined;
  readonly lines?: number | undefined;
  /** The types in which the document can be retrieved. */
  readonly types: readonly string[];
  /** The server's name of the database, often a path of its own. */
  readonly source?: string | undefined;
  /** YYMMDD, YYYYMMDD, or "0". */
  readonly date?: string | undefined;
  readonly headline?: string | undefined;
  readonly originCity?: string | undefined;
}

/** Formats a header group (tag 150). Old clients take the element after the types as the source, whatever its tag. */
export function formatHeader(header: Omit<DocumentHeader, "is">): Uint8Array {
  const types = header.types.map((type) => element(TAG.type, type));
  return element(
    TAG.documentHeader,
    concat(
      formatOptional(TAG.documentId, header.documentId),
      formatOptional(TAG.versionNumber, header.version),
      formatOptional(TAG.score, header.score === undefined ? undefined : Math.max(0, header.score)),
      formatOptional(TAG.bestMatch, header.bestMatch),
      formatOptional(TAG.documentLength, header.length),
      formatOptional(TAG.lines, header.lines),
      element(TAG.typeBlock, joinBytes(types)),
      formatOptional(TAG.source, header.source),
      formatOptional(TAG.date, header.date),
      formatOptional(TAG.headline, header.headline),
      formatOptional(TAG.originCity, header.originCity),
    ),
  );
}

/**
 * Parses the elements of a short or long header group, in any order. Unknown elements are ignored.
 *
 * @throws {AccessError} protocol-error: an element extends beyond the group; a number has more than eight bytes.
 */
export function readHeaderGroup(octets: Uint8Array): DocumentHeader {
  const values = new Map<number, Uint8Array>();
  for (const { tag, octets: value } of readElements(octets, "a record"))
    if (!values.has(tag)) values.set(tag, value);
  const text = (tag: number) => {
    const value = values.get(tag);
    return value && textOf(value);
  };
  const number = (tag: number, read = parseNumber) => {
    const value = values.get(tag);
    return value && read(value, "a record");
  };
  const types: string[] = [];
  for (const { tag, octets: value } of readElements(values.get(TAG.typeBlock) ?? NOTHING, "a type block"))
    if (tag === TAG.type) types.push(textOf(value));
  return {
    is: "header",
    documentId: text(TAG.documentId),
    version: number(TAG.versionNumber),
    score: number(TAG.score, parseSignedNumber),
    bestMatch: number(TAG.bestMatch),
    length: number(TAG.documentLength),
    lines: number(TAG.lines),
    types,
    source: text(TAG.source),
    date: text(TAG.date),
    headline: text(TAG.headline),
    originCity: text(TAG.originCity),
  };
}

const NOTHING: Uint8Array = new Uint8Array(0);
