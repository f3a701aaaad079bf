import { readdirSync, readFileSync } from "node:fs";

/** The range of a URL in a text: UTF-16 code units, [start, end). */
export type UrlRange = readonly [start: number, end: number];

/** A line of text whose URLs were labeled by hand. */
export interface LabeledLine {
  readonly text: string;
  readonly urls: readonly UrlRange[];
  /** Ranges that count neither as found nor as missed: templates of URLs. */
  readonly ignored: readonly UrlRange[];
  /** The script of the text: "latin", "greek", … */
  readonly script: string;
  /** "markdown", "html", "rest", "text", "source", "mail" */
  readonly format: string;
  /** The key in sources.json. */
  readonly source: string;
}

const FOLDER = new URL("labeled/", import.meta.url);

/** The labeled corpus. labeled/README.md has its rules. */
export function labeledLines(): readonly LabeledLine[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) =>
      parseLines(readFileSync(new URL(name, FOLDER), "utf8"), name.slice(0, -".txt".length)),
    );
}

function parseLines(content: string, script: string): readonly LabeledLine[] {
  const lines: LabeledLine[] = [];
  let source = "";
  let format = "";
  for (const line of content.trimEnd().split("\n")) {
    if (line.startsWith("@@ ")) [, source = "", format = ""] = line.split(" ");
    else lines.push({ ...parseLabels(line), script, format, source });
  }
  return lines;
}

/** Reads "see ⟦http://h.example/⟧ and ⦃http://${host}/⦄". */
export function parseLabels(line: string): Pick<LabeledLine, "text" | "urls" | "ignored"> {
  const urls: UrlRange[] = [];
  const ignored: UrlRange[] = [];
  let text = "";
  let start = 0;
  for (const part of line.split(/([⟦⟧⦃⦄])/u)) {
    if (part === "⟦" || part === "⦃") start = text.length;
    else if (part === "⟧") urls.push([start, text.length]);
    else if (part === "⦄") ignored.push([start, text.length]);
    else text += part;
  }
  return { text, urls, ignored };
}
