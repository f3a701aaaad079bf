import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** The blocks of code of a README. */
function blocksOf(folder: string): readonly string[] {
  const readme = readFileSync(join(ROOT, "packages", folder, "README.md"), "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
}

/** Runs a block as a program within its package: it has the package itself, and what that depends on. */
async function printed(folder: string, block: string): Promise<string> {
  const parent = join(ROOT, "packages", folder, ".cache");
  await mkdir(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, "readme-"));
  try {
    const program = join(directory, "block.mjs");
    await writeFile(program, stripTypeScriptTypes(block));
    const { stdout } = await promisify(execFile)(process.execPath, ["-C", "anyurl-source", program]);
    return stdout.trim().replaceAll("\n", " ");
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** These have their own tests, against servers or as commands; the blocks of the test kit are parts of tests. */
const ELSEWHERE: readonly string[] = ["anyurl", "cli", "servers", "testkit"];
const folders = readdirSync(join(ROOT, "packages")).filter((folder) => !ELSEWHERE.includes(folder));

describe.each(folders)("the README of %s", (folder) => {
  it.each(blocksOf(folder))("runs, and prints the expected output: %#", async (block) => {
    const promised = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
    const text = await printed(folder, block);
    expect(promised.length).toBeGreaterThan(0);
    // A comment that ends with "…" is the beginning of the output.
    const whole = promised.join(" ");
    if (whole.endsWith("…")) expect(text.startsWith(whole.slice(0, -1).trim())).toBe(true);
    else expect(text).toBe(whole);
  });
});
