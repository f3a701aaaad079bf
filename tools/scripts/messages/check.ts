/**
 * Checks the translations of packages/languages: fails for a key that one language lacks, a key that no source has, a
 * translation with other arguments than its message or with markup, and a required message or code without a translation.
 * Lists how many other texts have none.
 *
 *   node -C anyurl-source tools/scripts/messages/check.ts [--list]
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listCodes } from "../../../packages/core/src/codes/index.ts";
import { findFaults } from "../../../packages/languages/src/check-translation.ts";
import * as es from "../../../packages/languages/src/es/index.ts";
import * as fr from "../../../packages/languages/src/fr/index.ts";
import { extractTexts } from "./extract.ts";
import { looksLikeProse } from "./prose.ts";
import { isRequired, OUTSIDE } from "./required.ts";
import { isUnread } from "./unread.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Packages whose texts no user of the command or the gateway reads. */
const SKIPPED = /^packages\/(?:languages|testkit|servers|create-scheme|transport-web)\//;

const used = new Map<string, string>(OUTSIDE.map((text) => [text, "commander"]));
const read = new Map<string, string>();
const required = new Map<string, string>();
for (const file of globSync("packages/*/src/**/*.ts", { cwd: ROOT })) {
  if (SKIPPED.test(file)) continue;
  const source = readFileSync(join(ROOT, file), "utf8");
  const texts = extractTexts(file, source);
  for (const { text, offset } of texts) {
    used.set(text, file);
    // The parts of a text that a condition or "+" joins are not messages.
    const isPart = texts.some((each) => each.text.length > text.length && each.text.includes(text));
    if (isPart || isUnread(file, source, offset, text)) continue;
    read.set(text, file);
    if (isRequired(file, source, offset, text)) required.set(text, file);
  }
}

const faults: string[] = [];
for (const [name, { catalogue, codes }] of Object.entries({ es, fr })) {
  const other = name === "es" ? fr : es;
  for (const [key, text] of Object.entries(catalogue)) {
    if (!used.has(key)) faults.push(`${name}: no source has the message ${JSON.stringify(key)}`);
    if (!Object.hasOwn(other.catalogue, key)) faults.push(`${name} alone translates ${JSON.stringify(key)}`);
    faults.push(...findFaults(key, text).map((fault) => `${name}: ${fault}: ${JSON.stringify(key)}`));
  }
  for (const [text, file] of required)
    if (!Object.hasOwn(catalogue, text)) faults.push(`${name} lacks ${JSON.stringify(text)} of ${file}`);
  for (const code of listCodes())
    if (!Object.hasOwn(codes, code)) faults.push(`${name} lacks the code ${code}`);
  for (const code of Object.keys(codes))
    if (!listCodes().includes(code as never)) faults.push(`${name}: there is no code ${code}`);
}

const without = [...read].filter(([text]) => looksLikeProse(text) && !Object.hasOwn(es.catalogue, text));
const counts = new Map<string, string[]>();
for (const [text, file] of without) {
  const name = file.split("/")[1]!;
  counts.set(name, [...(counts.get(name) ?? []), text]);
}
console.log(
  `${Object.keys(es.catalogue).length} messages are translated. Texts without a translation stay English:`,
);
for (const [name, texts] of counts) {
  console.log(`  ${name}: ${texts.length}`);
  if (process.argv.includes("--list")) for (const text of texts) console.log(`    ${JSON.stringify(text)}`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
