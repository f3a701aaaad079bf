/**
 * Writes every file that lists the schemes of this project, from the folders packages/scheme-*: a new scheme is one new
 * folder. With --check nothing is written; it says which files are out of date.
 *
 *   node tools/scripts/first-party.ts [--check] [--root DIRECTORY]
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
const old = new Map(LISTINGS.map(({ path }) => [path, contentOf(join(root, path))]));
const written = new Map(LISTINGS.map(({ path, text }) => [path, text(facts, old.get(path)!)]));
for (const [path, now] of formatted(written)) {
  const target = join(root, path);
  if (now === old.get(path)) continue;
  stale.push(path);
  if (values.check !== true) writeFileSync(target, now);
}
for (const path of stale) console.log(`${path} ${values.check ? "is out of date" : "is updated"}`);
if (values.check === true && stale.length > 0) {
  console.error("run node tools/scripts/first-party.ts");
  process.exitCode = 1;
}

function contentOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Formatted like Biome does it, so that the formatter does not change generated files. One start of it for all of them. */
function formatted(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "anyurl-formatted-"));
  try {
    // With the rule that the settings name.
    for (const name of ["biome.json", "tools/scripts/no-fixed-waits.grit"]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      copyFileSync(join(HERE, name), join(folder, name));
    }
    const code = [...texts].filter(([path]) => /\.(ts|json)$/.test(path));
    for (const [path, text] of code) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const biome = join(HERE, "node_modules/.bin/biome");
    execFileSync(biome, ["check", "--write", "--vcs-enabled=false", "packages"], {
      cwd: folder,
      stdio: "pipe",
    });
    return new Map([...texts, ...code.map(([path]) => [path, contentOf(join(folder, path))] as const)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
