import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** The blocks of code of a README. */
function blocksOf(folder: string): readonly string[] {
  const readme = readFileSync(join(ROOT, "packages", folder, "README.md"), "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
}

/** These have their own tests, against servers or as commands; the blocks of the test kit are parts of tests. */
const ELSEWHERE: readonly string[] = ["anyurl", "cli", "servers", "testkit"];
const folders = readdirSync(join(ROOT, "packages")).filter((folder) => !ELSEWHERE.includes(folder));

interface Outcome {
  readonly printed: string;
  /** Why the program failed. */
  readonly failed?: string;
}

/** A block is a program within its package: it has the package itself, and what that depends on. */
const programs = folders.flatMap((folder) =>
  blocksOf(folder).map((code, i) => ({ folder, name: `${folder} ${i}`, code })),
);
const outcomes = new Map<string, Outcome>();

/** Runs all blocks in one process: most of the time of a process is that it loads the packages. */
beforeAll(async () => {
  const directories: string[] = [];
  try {
    const paths = programs.map(({ folder, code }) => {
      const parent = join(ROOT, "packages", folder, ".cache");
      mkdirSync(parent, { recursive: true });
      const directory = mkdtempSync(join(parent, "readme-"));
      directories.push(directory);
      writeFileSync(join(directory, "block.mjs"), stripTypeScriptTypes(code));
      return join(directory, "block.mjs");
    });
    const driver = join(import.meta.dirname, "print-programs.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, ["-C", "anyurl-source", driver, ...paths]);
    const found = JSON.parse(stdout) as readonly Outcome[];
    for (const [i, { name }] of programs.entries()) outcomes.set(name, found[i]!);
  } finally {
    for (const directory of directories) rmSync(directory, { recursive: true });
  }
}, 120_000);

describe.each(folders)("the README of %s", (folder) => {
  it.each(programs.filter((each) => each.folder === folder))(
    "runs, and prints the expected output: block $name",
    ({ name, code }) => {
      const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
      const { printed, failed } = outcomes.get(name)!;
      expect(failed).toBeUndefined();
      expect(promised.length).toBeGreaterThan(0);
      // A comment that ends with "…" is the beginning of the output.
      const text = printed.trim().replaceAll("\n", " ");
      const whole = promised.join(" ");
      if (whole.endsWith("…")) expect(text.startsWith(whole.slice(0, -1).trim())).toBe(true);
      else expect(text).toBe(whole);
    },
  );
});
