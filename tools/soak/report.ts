import { displayText } from "@anyurl/core";
import type { Fault, SoakReport } from "./soak.ts";

/** The first columns. The codes of failures follow them. */
const FIRST: readonly string[] = ["right", "beginning", "left", "aborted"];

/** Returns a table of operations and outcomes. */
export function tableOf({ outcomes }: SoakReport): string {
  const seen = new Set([...outcomes.values()].flatMap((counts) => [...counts.keys()]));
  const codes = [...seen].filter((column) => !FIRST.includes(column)).sort();
  const columns = [...FIRST, ...codes];
  const rows = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  const cells = rows.map(([name, counts]) => [
    name,
    String(sum(counts.values())),
    ...columns.map((column) => String(counts.get(column) ?? "")),
  ]);
  const table = [["", "all", ...columns], ...cells];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)));
  const aligned = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
  return table.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n");
}

/** Returns the description of a fault, and the command that repeats it. */
export function faultText({ operation, what }: Fault, seed: number): string {
  const shown = displayText(what, { lines: true });
  if (operation === undefined) return `FAULT ${shown}`;
  const { number, target, reading } = operation;
  return [
    `FAULT ${shown}`,
    `  in operation ${number}: ${target.does} ${displayText(target.url)}, read: ${JSON.stringify(reading)}`,
    `  again: tools/soak/run.ts --seed ${seed} --only ${number}`,
  ].join("\n");
}

function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
}
