import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const README = readFileSync(join(import.meta.dirname, "../../../scheme-telnet/README.md"), "utf8");

// The example runs here because this package has everything that it imports.
test("the session in the README of scheme-telnet prints the documented output", async () => {
  const [, program = ""] = /^```js\n(.*?)^```$/ms.exec(README) ?? [];
  const promised = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment);
  expect(promised).toHaveLength(2);
  const parent = join(import.meta.dirname, "../../.cache");
  await mkdir(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, "readme-"));
  try {
    const file = join(directory, "program.mjs");
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, ["-C", "anyurl-source", file]);
    expect(stdout.trim().split("\n")).toEqual(promised);
  } finally {
    await rm(directory, { recursive: true });
  }
});
