import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/*
 * node tools/scripts/coverage-figures.ts coverage/coverage-summary.json
 *
 * Prints the percentage of lines that tests ran, of each package and of all: the figures that vitest compares with the
 * floors in vitest.config.ts.
 */

interface Lines {
  readonly total: number;
  readonly covered: number;
}

const ROOT = resolve(import.meta.dirname, "../..");
const [path = "coverage/coverage-summary.json"] = process.argv.slice(2);
const { total, ...files } = JSON.parse(readFileSync(path, "utf8")) as Readonly<
  Record<string, { readonly lines: Lines }>
>;
const packages = new Map<string, Lines>();
for (const [file, { lines }] of Object.entries(files)) {
  const [, name = ""] = relative(ROOT, file).split("/");
  const sum = packages.get(name) ?? { total: 0, covered: 0 };
  packages.set(name, { total: sum.total + lines.total, covered: sum.covered + lines.covered });
}

const format = ({ total: all, covered }: Lines) => `${((100 * covered) / all).toFixed(2)} %`;
const figures = [...packages].sort().map(([name, lines]) => `${name} ${format(lines)}`);
figures.push(`all ${format(total!.lines)}`);
for (let i = 0; i < figures.length; i += 6) console.log(figures.slice(i, i + 6).join(", "));
