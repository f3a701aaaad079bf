/**
 * Fails on words that vocabulary.json retires, in comments, strings, test names and docs.
 *
 *   node tools/scripts/check-vocabulary.ts [--count] [PATH…]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRetiredWords, type RetiredWord } from "./vocabulary.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Generated from a registry, or texts of others. */
const NOT_OURS =
  /^(?:tools\/vectors\/(?:data|decisions)|tools\/bench\/corpora|packages\/iana\/src\/table\.ts|packages\/languages\/src\/(?:es|fr)\/)/;

const words = JSON.parse(readFileSync(join(import.meta.dirname, "vocabulary.json"), "utf8")) as RetiredWord[];
const count = process.argv.includes("--count");
const paths = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const files = execFileSync("git", ["ls-files", "--", ...(paths.length > 0 ? paths : ["."])], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
})
  .split("\n")
  .filter(
    (path) => /\.(?:ts|mts|mjs|md)$/.test(path) && !NOT_OURS.test(path) && existsSync(join(ROOT, path)),
  );

let total = 0;
const counts = new Map<string, number>();
for (const path of files) {
  const text = readFileSync(join(ROOT, path), "utf8");
  for (const { offset, found, use } of findRetiredWords(path, text, words)) {
    total++;
    counts.set(found.toLowerCase(), (counts.get(found.toLowerCase()) ?? 0) + 1);
    if (!count) console.error(`${path}:${text.slice(0, offset).split("\n").length}: "${found}": use ${use}`);
  }
}
if (count)
  for (const [word, times] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${times}\t${word}`);
console.log(`vocabulary: ${files.length} files, ${total} findings`);
if (total > 0) process.exitCode = 1;
