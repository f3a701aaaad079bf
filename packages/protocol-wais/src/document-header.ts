import { textOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import { element, optional, readElements } from "./elements.ts";
import { TAG } from "./tags.ts";
import { numberOf, signedNumberOf } from "./values.ts";

/** One document that a search has found. All of it is the server's word; texts keep their octets. */
export interface DocumentHeader {
  readonly is: "header";
  /** Without it nothing can be fetched. */
  readonly documentId?: string | undefined;
  readonly version?: number | undefined;
  /** The best is meant to be 1000; more, and less than 0, have been seen. */
  readonly score?: number | undefined;
  /** The octet or line where the document is best; 0: unknown. */
  readonly bestMatch?: number | undefined;
  /** Octets; 0: unknown. */
  readonly length?: number | undefined;
  readonly lines?: number | undefined;
  /** The types that it can be had in. */
  readonly types: readonly string[];
  /** What the server calls the database: often a path of its own. */
  readonly source?: string | undefined;
  /** YYMMDD, YYYYMMDD, or "0". */
  readonly date?: string | undefined;
  readonly headline?: string | undefined;
  readonly originCity?: string | undefined;
}

/**
 * A header group (tag 150). Old clients take the element behind the types for the source, whatever its tag.
 */
export function formatHeader(header: Omit<DocumentHeader, "is">): Uint8Array {
  const types = header.types.map((type) => element(TAG.type, type));
  return element(
    TAG.documentHeader,
    concat(
      optional(TAG.documentId, header.documentId),
      optional(TAG.versionNumber, header.version),
      optional(TAG.score, header.score === undefined ? undefined : Math.max(0, header.score)),
      optional(TAG.bestMatch, header.bestMatch),
      optional(TAG.documentLength, header.length),
      optional(TAG.lines, header.lines),
      element(TAG.typeBlock, joinBytes(types)),
      optional(TAG.source, header.source),
      optional(TAG.date, header.date),
      optional(TAG.headline, header.headline),
      optional(TAG.originCity, header.originCity),
    ),
  );
}

/**
 * Reads the elements of a header group, a short or a long one: in any order, without those that it does not
 * know.
 *
 * @throws {AccessError} protocol-error: an element that reaches beyond the group; a number of more than eight
 *   octets.
 */
export function readHeaderGroup(octets: Uint8Array): DocumentHeader {
  const values = new Map<number, Uint8Array>();
  for (const { tag, octets: value } of readElements(octets, "a record"))
    if (!values.has(tag)) values.set(tag, value);
  const text = (tag: number) => {
    const value = values.get(tag);
    return value && textOf(value);
  };
  const number = (tag: number, read = numberOf) => {
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
    score: number(TAG.score, signedNumberOf),
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
