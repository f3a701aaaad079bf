/**
 * Compares the table of options in the README of each scheme with the options that the scheme declares. With --write,
 * writes the tables.
 *
 *   node --conditions=anyurl-source tools/scripts/option-tables.ts [--write]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  describeValues,
  getOptionSet,
  type OptionDeclaration,
  type OptionDeclarations,
  type Scheme,
} from "@anyurl/core";

const PACKAGES = join(import.meta.dirname, "../../packages");

/** Formats declarations as a Markdown table with aligned columns. */
export function formatOptionTable(declarations: OptionDeclarations): string {
  const rows = Object.entries(declarations).map(([name, option]) => [
    `\`${name}\``,
    option.type === "choice"
      ? option.choices.map((choice) => `\`${choice}\``).join(", ")
      : describeValues(option),
    formatDefault(option),
    option.description + (option.rule === undefined ? "" : ` (${option.rule})`),
  ]);
  const cells = [["option", "values", "default", "description"], ...rows].map((row) =>
    row.map((cell) => cell.replaceAll("|", "\\|")),
  );
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

function formatDefault(option: OptionDeclaration): string {
  const usual = "default" in option ? option.default : undefined;
  if (usual === undefined) return "";
  const choices = "choices" in option ? option.choices : undefined;
  if (Array.isArray(usual) && usual.length === choices?.length) return "all";
  if (Array.isArray(usual))
    return usual.length === 0 ? "none" : usual.map((item) => `\`${item}\``).join(", ");
  if (typeof usual === "object") return "none";
  const unit = option.type === "duration" ? " ms" : "";
  return `\`${usual}\`${unit}`;
}

/** Replaces the first table of the section "Options". @throws {Error} the section has no table. */
export function replaceOptionTable(readme: string, table: string): string {
  const match = /^## Options\n(?:(?!\||##).*\n)*((?:\|.*\n)+)/m.exec(readme);
  if (match === null) throw new Error('no table in a section "## Options"');
  const start = match.index + match[0].length - match[1]!.length;
  return `${readme.slice(0, start)}${table}\n${readme.slice(start + match[1]!.length)}`;
}

async function loadScheme(folder: string): Promise<Scheme> {
  const module = (await import(pathToFileURL(join(PACKAGES, folder, "src/index.ts")).href)) as object;
  const found = Object.values(module).find((value) => typeof value === "object" && "defaultPort" in value);
  if (found === undefined) throw new Error(`packages/${folder} exports no scheme`);
  return found as Scheme;
}

if (import.meta.main) {
  const isWriting = process.argv.includes("--write");
  for (const folder of readdirSync(PACKAGES).filter((name) => name.startsWith("scheme-"))) {
    const file = join(PACKAGES, folder, "README.md");
    const readme = readFileSync(file, "utf8");
    const { declarations } = getOptionSet(await loadScheme(folder));
    const wanted = replaceOptionTable(readme, formatOptionTable(declarations));
    if (wanted === readme) continue;
    if (isWriting) writeFileSync(file, wanted);
    else {
      console.error(`packages/${folder}/README.md: the table of options is out of date`);
      console.error("run node --conditions=anyurl-source tools/scripts/option-tables.ts --write");
      process.exitCode = 1;
    }
  }
}
