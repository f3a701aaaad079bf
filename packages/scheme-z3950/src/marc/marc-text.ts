import { displayText } from "@anyurl/core";
import { UNIMARC } from "../record-syntax.ts";
import { makeSummary, type Summary } from "../summary.ts";
import { findFields, type MarcField, type MarcRecord, subfieldsOf } from "./marc.ts";

type Row = readonly [label: string, tags: readonly string[], subfields: string];

/** What people want to know of a MARC 21 record, and of the others that follow it. */
const MARC_21: readonly Row[] = [
  ["Title", ["245"], "abnp"],
  ["Author", ["100", "110", "111"], "abcdq"],
  ["Other names", ["700", "710", "711"], "abcdq"],
  ["Edition", ["250"], "ab"],
  ["Published", ["260", "264"], "abc"],
  ["Description", ["300"], "abce"],
  ["Series", ["490", "440"], "av"],
  ["Notes", ["500", "504", "505"], "a"],
  ["Summary", ["520"], "ab"],
  ["Subjects", ["600", "610", "611", "630", "650", "651"], "abcdtvxyz"],
  ["ISBN", ["020"], "a"],
  ["ISSN", ["022"], "a"],
  ["Link", ["856"], "u"],
];

const ROWS_OF_UNIMARC: readonly Row[] = [
  ["Title", ["200"], "aehi"],
  ["Author", ["700", "710"], "abcf"],
  ["Other names", ["701", "702", "711", "712"], "abcf"],
  ["Edition", ["205"], "a"],
  ["Published", ["210", "214"], "acd"],
  ["Description", ["215"], "acde"],
  ["Series", ["225"], "av"],
  ["Notes", ["300"], "a"],
  ["Summary", ["330"], "a"],
  ["Subjects", ["600", "601", "606", "607"], "abcxyz"],
  ["ISBN", ["010"], "a"],
  ["ISSN", ["011"], "a"],
  ["Link", ["856"], "u"],
];

/** Writes a record for people: what a catalog card has, and then every field, as "245 10 $a Title". */
export function formatMarcText(record: MarcRecord, syntax: string): string {
  const rows = syntax === UNIMARC ? ROWS_OF_UNIMARC : MARC_21;
  const card = rows.flatMap(([label, tags, subfields]) => {
    const values = collect(record, tags, subfields);
    return values.map((value, i) => `${(i === 0 ? `${label}:` : "").padEnd(LABEL)}${value}`);
  });
  const fields = record.fields.map(formatField);
  return [...card, "", displayText(`Leader ${record.leader}`), ...fields, ""].join("\n").replace(/^\n/, "");
}

/** The width of the labels. */
const LABEL = 14;

function collect(record: MarcRecord, tags: readonly string[], subfields: string): readonly string[] {
  return tags
    .flatMap((tag) => findFields(record, tag))
    .map((field) => displayText(subfieldsOf(field, subfields).join(" ")).trim())
    .filter((value) => value !== "");
}

function formatField({ tag, value, indicators, subfields }: MarcField): string {
  const text = value ?? subfields.map((each) => `$${each.code} ${each.value.trim()}`).join(" ");
  return displayText(`${tag} ${indicators.padEnd(2)} ${text}`).trimEnd();
}

/** Returns what a listing shows of a record. */
export function summarizeMarc(record: MarcRecord, syntax: string): Summary {
  const isUnimarc = syntax === UNIMARC;
  const first = (tags: readonly string[], subfields: string) => collect(record, tags, subfields)[0];
  return makeSummary({
    title: isUnimarc ? first(["200"], "aehi") : first(["245"], "abnp"),
    author: isUnimarc ? first(["700", "710"], "ab") : first(["100", "110", "111"], "abc"),
    date: isUnimarc ? first(["210", "214"], "d") : first(["260", "264"], "c"),
    publisher: isUnimarc ? first(["210", "214"], "c") : first(["260", "264"], "b"),
    // Records that are converted from another format have their identifier as a control number of that system.
    identifier: first(["001"], "") ?? first(["035"], "a"),
  });
}
