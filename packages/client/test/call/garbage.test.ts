import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("a minor collection frees what a call has created", () => {
  const script = fileURLToPath(new URL("./garbage.ts", import.meta.url));
  // A process of its own: the test runner changes what V8 optimizes and keeps.
  const options = ["--conditions=anyurl-source", "--no-warnings", "--expose-gc", script];
  const left = Number(execFileSync(process.execPath, options, { encoding: "utf8" }));
  expect(left).toBeLessThan(1.5 * 1024);
});
