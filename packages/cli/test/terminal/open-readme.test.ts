import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

// The examples run here because this package and the workspace have everything that they import. They are JavaScript for
// every supported version of Node.js.
test.each(["telnet", "tn3270"])(
  "the session in the README of scheme-%s prints the documented output",
  async (name) => {
    const readme = readFileSync(join(import.meta.dirname, `../../../scheme-${name}/README.md`), "utf8");
    const [, program = ""] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
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
  },
);
