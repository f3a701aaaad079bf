import { octetsOf, textOf } from "@anyurl/core";
import { articleNumberFault, normalArticleNumber } from "../article-number.ts";
import type { Head } from "./head.ts";

/** What an overview database says of an article (RFC 3977 §8.1). All texts are strangers'; they keep their octets. */
export interface Overview {
  /** Its digits, without leading zeros. */
  readonly number: string;
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  /** With "<" and ">", as the server says it. */
  readonly messageId: string;
  readonly references: string;
  /** Digits, where the server knows. */
  readonly bytes: string;
  readonly lines: string;
}

/** The field of an overview that stands in a column; `undefined`: one that is not read. */
export type OverviewFormat = readonly (keyof Omit<Overview, "number"> | undefined)[];

const NAMES: ReadonlyMap<string, OverviewFormat[number]> = new Map<string, OverviewFormat[number]>([
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

/** Reads LIST OVERVIEW.FMT (RFC 3977 §8.4); what has no message-id in it is no format. */
export function readOverviewFormat(lines: Iterable<Uint8Array>): OverviewFormat {
  const format = Array.from(lines, (line) => NAMES.get(textOf(line).trim().toLowerCase()));
  return format.includes("messageId") ? format : STANDARD_FORMAT;
}

/** Fails at octets that are not UTF-8, and is much faster where there are none. */
const UTF_8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** One line of OVER or XOVER: a number, and fields behind a tab each; `undefined` when it does not begin with a number. */
export function readOverview(
  line: Uint8Array,
  format: OverviewFormat = STANDARD_FORMAT,
): Overview | undefined {
  const [number = "", ...columns] = decoded(line).split("\t");
  if (articleNumberFault(number) !== undefined) return undefined;
  const field = (name: OverviewFormat[number]) => columns[format.indexOf(name)] ?? "";
  return {
    number: normalArticleNumber(number),
    subject: field("subject"),
    from: field("from"),
    date: field("date"),
    messageId: field("messageId"),
    references: field("references"),
    bytes: field("bytes"),
    lines: field("lines"),
  };
}

function decoded(line: Uint8Array): string {
  try {
    return UTF_8.decode(line);
  } catch {
    return textOf(line);
  }
}

/** The same, out of the article's head: for servers that have no overview. */
export function overviewOf(number: string, head: Head): Overview {
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

/** About how many octets it has, for what a listing may cost. */
export function sizeOfOverview(overview: Overview): number {
  return Object.values(overview).reduce((sum, text) => sum + octetsOf(text).length + 1, 0);
}
