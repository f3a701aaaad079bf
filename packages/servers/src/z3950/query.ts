import { type Element, find, numberOf, textOf } from "./ber.ts";
import type { CatalogRecord } from "./catalog.ts";

/** The request cannot be answered: a diagnostic of the set Bib-1. */
export class Z3950Diagnostic extends Error {
  readonly condition: number;

  constructor(condition: number, addinfo = "") {
    super(addinfo);
    this.condition = condition;
  }
}

/** Numbers of Bib-1 diagnostics. */
export const DIAGNOSTIC = {
  outOfRange: 13,
  queryType: 107,
  databaseUnavailable: 109,
  operator: 110,
  useAttribute: 114,
  relation: 117,
  recordSyntax: 239,
} as const;

/** The texts that a Use attribute searches. A docid and a local number must be the same as the term. */
const INDEXES: ReadonlyMap<number, (record: CatalogRecord) => readonly string[]> = new Map([
  [4, ({ title }) => [title]],
  [21, ({ subjects = [] }) => subjects],
  [1003, ({ author = "" }) => [author]],
  [
    1016,
    ({ title, author = "", publisher = "", date = "", subjects = [] }) => [
      title,
      author,
      publisher,
      date,
      ...subjects,
    ],
  ],
]);
const IDENTIFIERS: ReadonlySet<number> = new Set([12, 1032]);

const RELATION_ALWAYS_MATCHES = 103;

/** Returns whether a record meets an RPN query (ISO 23950 §3.7.1). @throws {Z3950Diagnostic} */
export function matches(record: CatalogRecord, structure: Element | undefined): boolean {
  if (structure?.tag === 0) return matchesTerm(record, find(structure, 102));
  const [left, right, operator] = structure?.members ?? [];
  if (structure?.tag !== 1 || left === undefined || right === undefined)
    throw new Z3950Diagnostic(DIAGNOSTIC.queryType);
  const results = [matches(record, left), matches(record, right)] as const;
  switch (operator?.members[0]?.tag) {
    case 0:
      return results[0] && results[1];
    case 1:
      return results[0] || results[1];
    case 2:
      return results[0] && !results[1];
    default:
      throw new Z3950Diagnostic(DIAGNOSTIC.operator);
  }
}

function matchesTerm(record: CatalogRecord, operand: Element | undefined): boolean {
  const attributes = new Map(
    find(operand, 44)?.members.map((each) => [numberOf(find(each, 120)), numberOf(find(each, 121))] as const),
  );
  const term = textOf(find(operand, 45)).toLowerCase();
  const use = attributes.get(1) ?? 1016;
  const index = INDEXES.get(use);
  const relation = attributes.get(2) ?? 3;
  if (index === undefined && !IDENTIFIERS.has(use))
    throw new Z3950Diagnostic(DIAGNOSTIC.useAttribute, String(use));
  if (relation === RELATION_ALWAYS_MATCHES) return true;
  if (relation !== 3) throw new Z3950Diagnostic(DIAGNOSTIC.relation, String(relation));
  if (index === undefined) return record.id.toLowerCase() === term;
  const words = term.split(/\s+/);
  const found = new Set(index(record).flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  return words.every((word) => found.has(word));
}
