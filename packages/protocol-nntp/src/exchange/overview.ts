import { octetsOf, textOf } from "@anyurl/core";
import { checkArticleNumber, normalizeArticleNumber } from "../article-number.ts";
import type { Head } from "./head.ts";

/** An article in an overview database (RFC 3977 §8.1). All texts are untrusted and keep their bytes. */
export interface Overview {
  /** Digits, without leading zeros. */
  readonly number: string;
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  /** With "<" and ">", as the server sends it. */
  readonly messageId: string;
  readonly references: string;
  /** Digits, if the server states it. */
  readonly bytes: string;
  readonly lines: string;
}

/** The field in a column of an overview; `undefined`: the column is ignored. */
export type OverviewFormat = readonly (keyof Omit<Overview, "number"> | undefined)[];

const FIELD_NAMES: ReadonlyMap<string, OverviewFormat[number]> = new Map<string, OverviewFormat[number]>([
  ["subject:", "subject"],
  ["from:", "from"],
  ["date:", "date"],
  ["message-id:", "messageId"],
  ["references:", "references"],
  [":bytes", "bytes"],
  ["bytes:", "bytes"],
  [":lines", "lines"],
  ["lines:", "lines"],
]);

/** "the first seven fields MUST be" these, in this order (RFC 3977 §8.3.2). */
export const STANDARD_FORMAT: OverviewFormat = [
  "subject",
  "from",
  "date",
  "messageId",
  "references",
  "bytes",
  "lines",
];

/** Parses LIST OVERVIEW.FMT (RFC 3977 §8.4). A format without message-id is invalid. */
export function readOverviewFormat(lines: Iterable<Uint8Array>): OverviewFormat {
  const format = Array.from(lines, (line) => FIELD_NAMES.get(textOf(line).trim().toLowerCase()));
  return format.includes("messageId") ? format : STANDARD_FORMAT;
}

/** Throws for bytes that are not UTF-8; much faster for those that are. */
const UTF_8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses one line of OVER or XOVER: a number, and fields separated by tabs. Returns `undefined` if it does not begin
 * with a number.
 */
export function readOverview(
  line: Uint8Array,
  format: OverviewFormat = STANDARD_FORMAT,
): Overview | undefined {
  const [number = "", ...columns] = decodeText(line).split("\t");
  if (checkArticleNumber(number) !== undefined) return undefined;
  const field = (name: OverviewFormat[number]) => columns[format.indexOf(name)] ?? "";
  return {
    number: normalizeArticleNumber(number),
    subject: field("subject"),
    from: field("from"),
    date: field("date"),
    messageId: field("messageId"),
    references: field("references"),
    bytes: field("bytes"),
    lines: field("lines"),
  };
}

function decodeText(line: Uint8Array): string {
  try {
    return UTF_8.decode(line);
  } catch {
    return textOf(line);
  }
}

/** Makes an overview from the head of an article, for servers that have no overview. */
export function overviewFromHead(number: string, head: Head): Overview {
  const field = (name: string) => head.get(name) ?? "";
  return {
    number,
    subject: field("Subject"),
    from: field("From"),
    date: field("Date"),
    messageId: field("Message-ID"),
    references: field("References"),
    bytes: "",
    lines: field("Lines"),
  };
}

/** Estimates the size in bytes, which counts toward the limit of a listing. */
export function estimateOverviewSize(overview: Overview): number {
  return Object.values(overview).reduce((sum, text) => sum + octetsOf(text).length + 1, 0);
}
