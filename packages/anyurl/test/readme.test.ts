/** @module-tag slow */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");

/** Node 22 has no `await using`, as the READMEs say. */
const TAKES_USING = Number.parseInt(process.versions.node, 10) >= 24;

/** Each block of TypeScript, with the output that its comments give. */
function blocks(file: string): readonly (readonly [title: string, code: string])[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/```ts\n([^`]*(?:`[^`][^`]*)*?)```/g)].map(([, code], i) => [
    `block ${i + 1}`,
    code!,
  ]);
}

/** The output of a line, from its comment: `console.log(x); // printed`. */
function printed(code: string): readonly string[] {
  return [...code.matchAll(/^ *(?:if \(.*\) )?console\.log\(.*\); \/\/ (.+)$/gm)].map(([, said]) => said!);
}

describe.each([
  ["packages/anyurl/README.md", join(PACKAGE, "README.md")],
  ["README.md", join(PACKAGE, "../../README.md")],
])("%s", (_, file) => {
  test("has code to run", () => {
    expect(blocks(file).length).toBeGreaterThan(0);
  });

  test.each(blocks(file).filter(([, code]) => TAKES_USING || !code.includes("await using")))(
    "%s runs, and prints the output in its comments",
    (_title, code) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["-C", "anyurl-source", "--input-type=module-typescript", "--no-warnings"],
        { cwd: PACKAGE, input: code, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      for (const said of printed(code)) expect(stdout).toContain(said);
    },
  );
});
