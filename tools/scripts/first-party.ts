/**
 * Writes every file that lists the schemes of this project, from the folders packages/scheme-*: a new scheme is one new
 * folder. With --check nothing is written; it says which files are out of date.
 *
 *   node tools/scripts/first-party.ts [--check] [--root DIRECTORY]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LISTINGS, type SchemeFacts } from "./first-party-files.ts";

const HERE = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { check: { type: "boolean" }, root: { type: "string" } } });
const root = values.root ?? HERE;

const facts = JSON.parse(
  execFileSync(
    process.execPath,
    ["-C", "anyurl-source", join(import.meta.dirname, "scheme-facts.ts"), root],
    { encoding: "utf8" },
  ),
) as readonly SchemeFacts[];

const stale: string[] = [];
for (const { path, text } of LISTINGS) {
  const target = join(root, path);
  const old = existsSync(target) ? readFileSync(target, "utf8") : "";
  const now = formatted(path, text(facts, old));
  if (now === old) continue;
  stale.push(path);
  if (values.check !== true) writeFileSync(target, now);
}
for (const path of stale) console.log(`${path} ${values.check ? "is out of date" : "is updated"}`);
if (values.check === true && stale.length > 0) {
  console.error("run node tools/scripts/first-party.ts");
  process.exitCode = 1;
}

/** Formatted like Biome does it, so that the formatter does not change generated files. */
function formatted(path: string, text: string): string {
  if (!/\.(ts|json)$/.test(path)) return text;
  return execFileSync(
    join(HERE, "node_modules/.bin/biome"),
    ["check", "--write", `--stdin-file-path=${path}`],
    {
      cwd: HERE,
      input: text,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
}
