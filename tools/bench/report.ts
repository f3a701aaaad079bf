import { exponentGoal, nanosecondsGoal, octetsGoal, ratioGoal } from "./goals.ts";
import type { Growth } from "./growth.ts";
import type { Timing } from "./measure.ts";

export interface Result {
  readonly timing: Timing;
  /** Heap bytes per input, by contender. */
  readonly octets: readonly number[];
}

/** Returns one row for each contender, in Markdown. */
export function timingTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ timing: { bench, corpus, inputs, per, measured, different }, octets }) =>
    measured.map(({ name, nanoseconds, ratio, refused }, i) => {
      const goal = ratioGoal(bench, corpus, name);
      const most = i === 0 ? octetsGoal(bench, corpus) : undefined;
      const heap =
        (octets[i]?.toFixed(0) ?? "") +
        (most === undefined ? "" : ` (≤ ${most})${(octets[i] ?? 0) <= most ? "" : " ✗"}`);
      const notes = [
        i === 0 ? `${inputs} ${inputs === 1 ? "text" : "texts"}` : "",
        i === 0 && different > 0 ? `${different} with other results` : "",
        refused > 0 ? `refuses ${refused}` : "",
      ];
      return [
        i === 0 ? `${bench} · ${corpus}` : "",
        name,
        `${nanoseconds.toFixed(nanoseconds < 10 ? 2 : 0)}${per === "URL" ? "" : " a character"}`,
        heap,
        i === 0 ? "" : `${ratio.toFixed(2)}×`,
        goal === undefined ? "" : `≥ ${goal.goal}${ratio >= goal.goal ? "" : " ✗"}`,
        notes.filter(Boolean).join(", "),
      ];
    }),
  );
  return markdown(["what", "who", "ns", "bytes of heap", "ratio", "goal", ""], rows);
}

/** Reports the worst shapes of each function: the one with the fastest growth, and the slowest one. */
export function growthTable(growths: readonly Growth[], longest: number): string {
  const benches = [...new Set(growths.map(({ bench }) => bench))];
  const rows = benches.map((bench) => {
    const own = growths.filter((each) => each.bench === bench);
    const steepest = own.reduce((a, b) => (b.exponent > a.exponent ? b : a));
    const slowest = own.reduce((a, b) => (b.nanoseconds > a.nanoseconds ? b : a));
    const most = nanosecondsGoal(bench);
    return [
      bench,
      String(own.length),
      `${steepest.exponent.toFixed(2)} (≤ ${exponentGoal()})`,
      code(steepest.shape),
      slowest.nanoseconds.toFixed(1) + (most === undefined ? "" : ` (≤ ${most.goal})`),
      code(slowest.shape),
      String(own.filter(({ thrown }) => thrown !== undefined).length),
    ];
  });
  const head = [
    "growth",
    "shapes",
    "worst exponent",
    "of",
    `most ns per character at ${longest}`,
    "of",
    "thrown",
  ];
  return markdown(head, rows);
}

function code(text: string): string {
  return `\`\` ${text.replaceAll("|", "\\|")} \`\``;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((each, i) => Math.max(3, each.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
