import { type Comparison, type ComparisonLevel, displayText, type Profile } from "anyurl";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import { shownOf } from "../../redacted-url.ts";
import { columns } from "../../render/columns.ts";
import { type Paint, painter } from "../../render/style.ts";
import { readUrl } from "./read-url.ts";

export interface SameOptions {
  readonly json?: boolean;
  readonly profile: Profile;
  readonly level: ComparisonLevel;
  /** The second URL. */
  readonly more: readonly string[];
}

/** The status for two URLs that are not the same. */
const DIFFERENT = 10;

/** Tells whether two URLs are the same, and why. */
export async function same(text: string, options: SameOptions, io: Io): Promise<number> {
  const { json, profile, level } = options;
  const [other = ""] = options.more;
  const a = readUrl(text, io, profile).url;
  const b = readUrl(other, io, profile).url;
  const verdict = io.urls.compare(a, b, { level });
  const paint = painter(io.stdout, io.env);
  await io.stdout.write(
    json === true
      ? jsonText({ ok: true, a: shownOf(text).text, b: shownOf(other).text, ...verdict })
      : `${lines(verdict, paint).join("\n")}\n`,
  );
  return verdict.equivalent ? 0 : DIFFERENT;
}

function lines({ equivalent, level, steps, difference }: Comparison, paint: Paint): readonly string[] {
  const heading = equivalent
    ? `${paint("green", "equivalent")} (level: ${level})`
    : `${paint("red", "not equivalent")} (level: ${level})`;
  const rows = steps.map(({ of, rule, after, cite }) => [
    { text: `${of}:` },
    { text: rule },
    { text: displayText(after) },
    { text: displayText(cite), painted: paint("dim", displayText(cite)) },
  ]);
  const drawn = columns(rows);
  if (difference === undefined) return [heading, ...drawn];
  const { component, a, b, why, cite } = difference;
  return [
    ...[heading, ...drawn, `${paint("bold", component)}: ${displayText(why)} (${displayText(cite)})`],
    ...[`  a: ${valueText(a)}`, `  b: ${valueText(b)}`],
  ];
}

/** Quoted, so that empty is seen; — when absent. */
function valueText(value: string | undefined): string {
  return value === undefined ? "—" : `"${displayText(value)}"`;
}
