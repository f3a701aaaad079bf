import {
  encodeConstructed,
  encodeInteger,
  encodeNested,
  encodeOid,
  encodePrimitive,
  encodeSequence,
  encodeText,
} from "./encode.ts";

/** A term and its attributes of the set Bib-1, by number. An omitted attribute is the choice of the server. */
export interface Term {
  /** Text that preserves bytes. */
  readonly term: string;
  /** Attribute type 1, where to search: 4 is a title, 1003 an author, 1016 any field. */
  readonly use?: number;
  /** Attribute type 2: 3 is equal, 103 every record. */
  readonly relation?: number;
  /** Attribute type 3: 1 is first in the field, 3 any position. */
  readonly position?: number;
  /** Attribute type 4: 1 is a phrase, 2 a word, 6 a list of words. */
  readonly structure?: number;
  /** Attribute type 5: 1 is right truncation, 100 none. */
  readonly truncation?: number;
  /** Attribute type 6: 1 is a part of a subfield, 3 a whole field. */
  readonly completeness?: number;
}

/** A query of type 1 (RPN). The text of a term is never read as a query language. */
export type Query =
  | Term
  | { readonly and: readonly [Query, ...Query[]] }
  | { readonly or: readonly [Query, ...Query[]] }
  /** What the first query finds, but not the second one. */
  | { readonly not: readonly [Query, Query] };

const ATTRIBUTES = ["use", "relation", "position", "structure", "truncation", "completeness"] as const;

const BIB_1 = "1.2.840.10003.3.1";

/** The Bib-1 attributes for the docid of a URL (RFC 2056 §4). */
const USE_DOC_ID = 1032;
const STRUCTURE_URX = 104;
const USE_LOCAL_NUMBER = 12;
const STRUCTURE_WORD = 2;
const RELATION_ALWAYS_MATCHES = 103;

/** Returns the query for the docid of a URL. */
export function docidQuery(docid: string): Query {
  return { term: docid, use: USE_DOC_ID, structure: STRUCTURE_URX };
}

/** Returns the query for a docid at a server without the attribute Doc-id. */
export function localNumberQuery(docid: string): Query {
  return { term: docid, use: USE_LOCAL_NUMBER, structure: STRUCTURE_WORD };
}

/** Returns a query for all words; `undefined` without any. */
export function wordsQuery(words: string, use: number): Query | undefined {
  const [first, ...rest] = words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((term): Query => ({ term, use }));
  if (first === undefined) return undefined;
  return rest.length === 0 ? first : { and: [first, ...rest] };
}

/** Returns a query for every record, which not every server supports. */
export function everyRecordQuery(use: number): Query {
  return { term: "", use, relation: RELATION_ALWAYS_MATCHES };
}

/**
 * Encodes a query of type 1.
 *
 * @throws {TypeError} it is not a valid query.
 */
export function encodeQuery(query: Query): Uint8Array {
  return encodeConstructed(21, encodeConstructed(1, encodeOid(BIB_1), encodeStructure(query)));
}

const OPERATORS = { and: 0, or: 1, not: 2 } as const;

function encodeStructure(query: Query): Uint8Array {
  if ("term" in query) return encodeConstructed(0, encodeTerm(query));
  const [operator, operands] = Object.entries(query)[0] ?? [];
  if (
    operator === undefined ||
    !Object.hasOwn(OPERATORS, operator) ||
    !Array.isArray(operands) ||
    operands.length === 0
  )
    throw new TypeError('invalid query: expected a term, "and", "or", or "not"');
  const code = encodeConstructed(46, encodePrimitive(OPERATORS[operator as keyof typeof OPERATORS], NULL));
  const [first, ...others] = operands.map(encodeStructure);
  return encodeNested(1, first!, others, code);
}

const NULL = new Uint8Array(0);

/** AttributesPlusTerm: the term is in the general format. */
function encodeTerm(term: Term): Uint8Array {
  if (typeof term.term !== "string") throw new TypeError("invalid query: expected the text of a term");
  const attributes = ATTRIBUTES.flatMap((name, i) => {
    const value = term[name];
    if (value === undefined) return [];
    if (!Number.isSafeInteger(value) || value < 0)
      throw new TypeError(`invalid query: expected a number for ${name}`);
    return [encodeAttribute(i + 1, value)];
  });
  return encodeConstructed(102, encodeConstructed(44, ...attributes), encodeText(45, term.term));
}

/** AttributeElement: a SEQUENCE of the type of the attribute and its value. */
function encodeAttribute(type: number, value: number): Uint8Array {
  return encodeSequence(encodeInteger(120, type), encodeInteger(121, value));
}
