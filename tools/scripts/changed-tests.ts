/**
 * `npm test -- --changed`: the tests that a change concerns (`selectTests`). `--changed=COMMIT` compares with a commit
 * instead of the last one. With --far it runs the tests of other packages that reach the change over any number of
 * imports, too. A path selects tests below it; other arguments go to vitest.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { createModuleGraph } from "./module-graph.ts";
import { selectTests } from "./select-tests.ts";

const ROOT = join(import.meta.dirname, "../..");
const TESTS = [
  "packages/*/test/**/*.test.ts",
  "tools/{scripts,bench,vectors,fuzz,mutants,soak,demo}/**/*.test.ts",
];

const given = process.argv.slice(2);
const commit = given.find((word) => word.startsWith("--changed="))?.slice("--changed=".length) ?? "HEAD";
const paths = given.filter((word) => !word.startsWith("-") && existsSync(join(ROOT, word)));
const further = given.filter(
  (word) => !word.startsWith("--changed") && word !== "--far" && !paths.includes(word),
);

function git(...args: string[]): readonly string[] {
  const text = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
  return text.split("\0").filter((path) => path !== "");
}

const added = git("ls-files", "-z", "--others", "--exclude-standard");
const changed = [...git("diff", "-z", "--name-only", commit), ...added];
const files = new Set([...git("ls-files", "-z"), ...added].filter((path) => existsSync(join(ROOT, path))));
const tests = [...files].filter((path) => TESTS.some((glob) => matchesGlob(path, glob)));
const names = (path: string, word: string) => readFileSync(join(ROOT, path), "utf8").includes(word);
const near = given.includes("--far") ? Number.POSITIVE_INFINITY : undefined;
const selection = selectTests(changed, tests, createModuleGraph(ROOT, files), names, near);

const selected = selection.tests.filter(
  (test) => paths.length === 0 || paths.some((path) => test.startsWith(path)),
);

const say = (line: string) => process.stderr.write(`${line}\n`);
if (selection.unreached.length > 0) say(`reached by no test: ${selection.unreached.join(", ")}`);
say(`${selected.length} of ${tests.length} test files for ${changed.length} changed files`);
if (selection.far > 0)
  say(
    `left out: ${selection.far} test files of other packages that use the change through other files; --far runs them`,
  );
if (selected.length > 0) {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const mode = further.includes("--watch") ? [] : ["run"];
  const { status } = spawnSync(process.execPath, [vitest, ...mode, ...further, ...selected], {
    cwd: ROOT,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
