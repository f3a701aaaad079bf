import { displayText, octetsOf } from "@anyurl/core";
import type { Element } from "./ber.ts";

/** A GRS-1 record as text, and the elements that a listing shows. */
export interface GrsRecord {
  readonly octets: Uint8Array;
  readonly summary: Readonly<Record<string, string>>;
}

/** The elements of tagSet-G (type 2) and of tagSet-M (type 1) for a listing. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ["2,1", "title"],
  ["2,2", "author"],
  ["2,4", "date"],
  ["2,5", "identifier"],
  ["title", "title"],
  ["author", "author"],
]);

/** The known names of tagSet-G and tagSet-M (ISO 23950 appendix TAG). */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["1,1", "schemaIdentifier"],
  ["1,10", "rank"],
  ["1,12", "url"],
  ["1,14", "localControlNumber"],
  ["1,16", "dateOfLastModification"],
  ["1,19", "wellKnown"],
  ["2,1", "title"],
  ["2,2", "author"],
  ["2,3", "publicationPlace"],
  ["2,4", "publicationDate"],
  ["2,5", "documentId"],
  ["2,6", "abstract"],
  ["2,7", "name"],
  ["2,8", "dateTime"],
  ["2,10", "organization"],
  ["2,17", "description"],
]);

/** Formats a GRS-1 record (ISO 23950 appendix REC): one element on a line, those of a subtree indented. */
export function readGrs(record: Element): GrsRecord {
  const lines: string[] = [];
  const summary: Record<string, string> = {};
  addElements(record.members, 0, lines, summary);
  return { octets: octetsOf(lines.map((line) => `${line}\n`).join("")), summary };
}

/** TaggedElement: [1] the type of the tag, [2] its value, [4] the content. The depth of the record is limited by BER. */
function addElements(
  elements: readonly Element[],
  depth: number,
  lines: string[],
  summary: Record<string, string>,
): void {
  for (const element of elements) {
    const tag = readTag(element);
    const content = element.find(4)?.members[0];
    const subtree = content?.tag === 6 ? content : undefined;
    const text = content === undefined || subtree !== undefined ? "" : readContent(content);
    const shown = SHOWN.get(tag);
    if (shown !== undefined && depth === 0) summary[shown] ??= text;
    lines.push(`${"  ".repeat(depth)}${nameTag(tag)}:${text === "" ? "" : ` ${text}`}`);
    if (subtree !== undefined) addElements(subtree.members, depth + 1, lines, summary);
  }
}

/** A tag of text is its own name; a tag of a number is one of a set. */
function readTag(element: Element): string {
  const value = element.find(2)?.members[0];
  if (value === undefined) return "";
  const isText = value.tag === 1 || (value.tag < 0 && value.universal !== 2);
  if (isText) return displayText(value.text);
  return `${element.find(1)?.integer ?? ""},${value.integer}`;
}

/** Returns the name of a tag; a number without a known one stays in parentheses. */
function nameTag(tag: string): string {
  return NAMES.get(tag) ?? (/^[0-9]*,/.test(tag) ? `(${tag})` : tag);
}

/** The universal tags of contents that are not text. */
const BOOLEAN = 1;
const INTEGER = 2;
const OID = 6;
const EXTERNAL = 8;

function readContent(content: Element): string {
  switch (content.universal) {
    case BOOLEAN:
      return String(content.boolean);
    case INTEGER:
      return String(content.integer);
    case OID:
      return content.oid;
    case EXTERNAL:
      return "(data of another format)";
    case -1:
      return ABSENT.get(content.tag) ?? "";
    default:
      // A line end would begin another element.
      return displayText(content.text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim());
  }
}

/** Contents without a value. */
const ABSENT: ReadonlyMap<number, string> = new Map([
  [2, "(not in this record)"],
  [4, "(not requested)"],
  [5, "(not available)"],
]);
