/**
 * `node tools/bench/accuracy.ts`: recall and precision of extractors on the labeled corpus, in Markdown; with
 * `--wrong`, also what `extract` missed or found in addition.
 */
import * as core from "@anyurl/core/extract";
import { extract } from "anyurl";
import * as lenient from "anyurl/lenient";
import { LinkifyIt } from "linkify-it";
import { find } from "linkifyjs";
import { type LabeledLine, labeledLines, type UrlRange } from "./corpora/labeled.ts";
import { urls } from "./registry.ts";

/** Finds the URLs with a scheme. Ranges are without wrappers. */
type Extractor = (text: string) => readonly UrlRange[];

/** Schemes that the corpus has. An extractor does not lose for other ones. */
const SCHEMES = /^(?:https?|ftp|telnet|mailto|urn|news|tel):/i;
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  anyurl: (text) => Array.from(extract(text), toRange),
  "anyurl/lenient": (text) => Array.from(lenient.extract(text), toRange),
  "core, without iri": (text) => Array.from(core.extract(text, urls), toRange),
  "linkify-it": (text) =>
    (linkify.match(text) ?? [])
      .filter(({ raw }) => SCHEMES.test(raw))
      .map(({ index, lastIndex }) => [index, lastIndex]),
  linkifyjs: (text) =>
    find(text)
      .filter(({ value }) => SCHEMES.test(value))
      .map(({ start, end }) => [start, end]),
};

function toRange({ contentStart, contentEnd }: core.ExtractedUrl): UrlRange {
  return [contentStart, contentEnd];
}

/** Counts of URLs. A URL is right if both of its ends are. */
export interface Accuracy {
  readonly labeled: number;
  readonly found: number;
  readonly right: number;
  /** right / labeled */
  readonly recall: number;
  /** right / found */
  readonly precision: number;
}

export function measureAccuracy(lines: readonly LabeledLine[], extractor: Extractor): Accuracy {
  let labeled = 0;
  let found = 0;
  let right = 0;
  for (const line of lines) {
    const { wanted, given } = compareLine(line, extractor);
    labeled += wanted.size;
    found += given.size;
    right += [...given].filter((range) => wanted.has(range)).length;
  }
  return { labeled, found, right, recall: right / labeled, precision: right / found };
}

interface LineResult {
  readonly wanted: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
}

function compareLine({ text, urls: labels, ignored }: LabeledLine, extractor: Extractor): LineResult {
  const isCounted = ([start, end]: UrlRange) => !ignored.some(([from, to]) => start < to && end > from);
  return {
    wanted: new Set(labels.map(String)),
    given: new Set(extractor(text).filter(isCounted).map(String)),
  };
}

/** Returns a table of recall and precision: one row for the corpus, and one for each script and format. */
export function accuracyTable(lines: readonly LabeledLine[]): string {
  const groups: (readonly [name: string, lines: readonly LabeledLine[]])[] = [["all", lines]];
  for (const key of ["script", "format"] as const) {
    for (const value of [...new Set(lines.map((line) => line[key]))].sort()) {
      groups.push([value, lines.filter((line) => line[key] === value)]);
    }
  }
  const names = Object.keys(EXTRACTORS);
  const rows = groups.map(([name, some]) => {
    const each = names.map((extractor) => measureAccuracy(some, EXTRACTORS[extractor]!));
    const cells = each.map(({ recall, precision }) => `${recall.toFixed(4)} / ${precision.toFixed(4)}`);
    return `| ${[name, each[0]!.labeled, ...cells].join(" | ")} |`;
  });
  const head = ["recall / precision", "URLs", ...names];
  return [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...rows].join("\n");
}

/** Returns what the extractor does otherwise than the labels, one line each. */
export function wrongResults(lines: readonly LabeledLine[], extractor: Extractor): readonly string[] {
  return lines.flatMap((line) => {
    const { wanted, given } = compareLine(line, extractor);
    const show = (range: string) => line.text.slice(...(range.split(",").map(Number) as [number, number]));
    return [
      ...[...wanted]
        .filter((range) => !given.has(range))
        .map((range) => `${line.source}: missed ${show(range)}`),
      ...[...given]
        .filter((range) => !wanted.has(range))
        .map((range) => `${line.source}: added ${show(range)}`),
    ];
  });
}

if (import.meta.main) {
  const lines = labeledLines();
  console.log(accuracyTable(lines));
  if (process.argv.includes("--wrong")) {
    console.log(wrongResults(lines, EXTRACTORS["anyurl"]!).join("\n"));
  }
}
