import { describe, displayText, normalize, type Part, redact } from "anyurl";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { drawing, partLines } from "../render/anatomy.ts";
import { problemLines } from "../render/problems.ts";
import { type Paint, painter } from "../render/style.ts";
import { hidesPath, type Shown, shownOf } from "../shown.ts";
import { readUrl } from "./read-url.ts";

/** Draws a URL's anatomy, and says what each part means and which rule says so. */
export async function explain(text: string, options: { readonly json?: boolean }, io: Io): Promise<void> {
  const { url, warnings } = readUrl(text);
  const shown = shownOf(url.href);
  const parts = visible(describe(url), shown);
  const normalForm = hidesPath(url, shown) ? undefined : redact(normalize(url));
  if (options.json === true) {
    return io.stdout.write(jsonText({ ok: true, url: shown.text, parts, normalForm, problems: warnings }));
  }
  const paint = painter(io.stdout, io.env);
  const width = io.stdout.columns;
  const lines = [
    ...anatomyLines(shown, parts, paint, width),
    ...normalLines(normalForm, shown, paint),
    ...(warnings.length === 0 ? [] : ["", ...problemLines(shown, warnings, paint, width)]),
  ];
  await io.stdout.write(`${lines.join("\n")}\n`);
}

function normalLines(normalForm: string | undefined, shown: Shown, paint: Paint): readonly string[] {
  if (normalForm === undefined) return [];
  if (normalForm === shown.text) return ["", paint("dim", "It is its own normal form.")];
  return ["", `${paint("bold", "normal form")}  ${displayText(normalForm)}`];
}

/** The drawing, and a line for each part. */
export function anatomyLines(
  shown: Shown,
  parts: readonly Part[],
  paint: Paint,
  width?: number,
): readonly string[] {
  return [...drawing(shown, parts, paint, width), "", ...partLines(parts, paint)];
}

/** The parts without what may not be shown: a stretch that is hidden has no value. */
export function visible(parts: readonly Part[], { hidden: [start, end] }: Shown): readonly Part[] {
  return parts.map((part) => {
    const overlaps = part.start < end && part.end > start;
    return overlaps || (part.secret === true && part.value !== "") ? { ...part, value: "***" } : part;
  });
}
