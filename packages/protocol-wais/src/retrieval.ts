import { textOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import { element, readElements } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { TAG } from "./tags.ts";
import { parseDigits } from "./values.ts";
import type { DocumentPart } from "./words.ts";

/*
 * The query for a document, in reverse Polish order (RFC 1625, query type 1): operand, operand, operator,
 * operand, operator … An operand is six attributes (use, relation, position, structure, truncation,
 * completeness) and a term.
 *
 *     un re …  document-id,  wt re …  TEXT,  a,  wb ro …  0,  a,  wb rl …  10000,  a
 *
 * RFC 1625 prints "ro" for both ends of a range; "rl", less than, is what servers take for the second.
 */

/** A request for a document, or for a part of it. */
export interface Retrieval {
  readonly is: "retrieval";
  /** The id from the server, as text that keeps its bytes. */
  readonly documentId: string;
  readonly type: string;
  /** Absent: servers then send nothing. */
  readonly part?: DocumentPart | undefined;
}

/** use, relation, and four attributes that are ignored. */
function formatAttributes(use: string, relation: string): string {
  return `${use} ${relation} ig ig ig ig`;
}

const USE_OF_UNIT: Readonly<Record<DocumentPart["unit"], string>> = { octets: "wb", lines: "wl" };
const AND = "a";

/** Formats the query of a Search of type 1. */
export function formatRetrieval({ documentId, type, part }: Retrieval): Uint8Array {
  const operand = (use: string, relation: string, term: string) =>
    concat(element(TAG.attributeList, formatAttributes(use, relation)), element(TAG.term, term));
  const and = element(TAG.operator, AND);
  const what = [operand("un", "re", documentId), operand("wt", "re", type), and];
  if (part === undefined) return joinBytes(what);
  const use = USE_OF_UNIT[part.unit];
  return concat(
    ...what,
    operand(use, "ro", String(part.start)),
    and,
    operand(use, "rl", String(part.end)),
    and,
  );
}

/**
 * Parses the query of a Search of type 1.
 *
 * @throws {AccessError} protocol-error: an operator other than "and", no document-id, or an incomplete range.
 */
export function readRetrieval(octets: Uint8Array): Retrieval {
  const terms = new Map<string, string>();
  let attribute: string | undefined;
  for (const { tag, octets: value } of readElements(octets, "the query of a Search")) {
    const text = textOf(value);
    if (tag === TAG.attributeList) attribute = text.slice(0, 5);
    else if (tag === TAG.term && attribute !== undefined) {
      if (terms.has(attribute)) throw malformedError("a retrieval names more than one document or range");
      terms.set(attribute, text);
      attribute = undefined;
    } else if (tag !== TAG.operator || text !== AND)
      throw malformedError("a query can contain only terms and the operator a");
  }
  const documentId = terms.get("un re");
  const type = terms.get("wt re");
  if (documentId === undefined || type === undefined)
    throw malformedError("a retrieval must name a document and its type");
  const part = parsePart(terms, "octets") ?? parsePart(terms, "lines");
  return { is: "retrieval", documentId, type, ...(part && { part }) };
}

function parsePart(terms: ReadonlyMap<string, string>, unit: DocumentPart["unit"]): DocumentPart | undefined {
  const [from, to] = ["ro", "rl"].map((relation) => terms.get(`${USE_OF_UNIT[unit]} ${relation}`));
  if (from === undefined && to === undefined) return undefined;
  const start = parseDigits(from ?? "");
  const end = parseDigits(to ?? "");
  if (start === undefined || end === undefined)
    throw malformedError("invalid range: expected a start and an end in digits");
  return { unit, start, end };
}
