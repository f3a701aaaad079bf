/**
 * Compares the tables of commands in README files with the commands. With --write, writes the tables.
 *
 *   node --conditions=anyurl-source tools/scripts/verb-tables.ts [--write]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListedVerb, Verb } from "../../packages/cli/src/verbs/verb.ts";
import { VERBS } from "../../packages/cli/src/verbs/verbs.ts";
import { formatTable, replaceTable } from "./markdown-table.ts";

const ROOT = join(import.meta.dirname, "../..");

type Row = Pick<ListedVerb, "name" | "summary"> & Pick<Verb, "opens" | "examples">;

/** A table: the file, a pattern for the line above it, and whether it has commands that open URLs. */
const TABLES: readonly (readonly [file: string, line: string, opens?: boolean])[] = [
  ["README.md", "## Command line"],
  ["packages/cli/README.md", "Commands that only process text.*", false],
  ["packages/cli/README.md", "Commands that open URLs.*", true],
];

/** Formats a row for each command: its name, its summary, and its first example. */
export function formatVerbTable(verbs: readonly Row[]): string {
  const rows = verbs.map(({ name, summary, examples: [example = ""] }) => [
    `\`${name}\``,
    summary.replace(/\.$/, ""),
    // Without what a shell does with its input and output.
    `\`${example.split(/ [<>|] /)[0]}\``,
  ]);
  return formatTable([["command", "description", "example"], ...rows]);
}

if (import.meta.main) {
  const isWriting = process.argv.includes("--write");
  const verbs = await Promise.all(VERBS.map(async (each) => ({ ...each, ...(await each.load()).verb })));
  for (const [name, line, opens] of TABLES) {
    const file = join(ROOT, name);
    const readme = readFileSync(file, "utf8");
    const listed = verbs.filter((each) => opens === undefined || (each.opens === true) === opens);
    const wanted = replaceTable(readme, line, formatVerbTable(listed));
    if (wanted === readme) continue;
    if (isWriting) writeFileSync(file, wanted);
    else {
      console.error(`${name}: the table of commands is out of date: run pnpm check verb-tables --write`);
      process.exitCode = 1;
    }
  }
}
