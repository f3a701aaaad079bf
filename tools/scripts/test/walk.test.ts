import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..");
const LIMITS: Readonly<Record<string, { readonly files: number; readonly functions: number }>> = JSON.parse(
  readFileSync(join(SCRIPTS, "walks.json"), "utf8"),
);

/** Functions that a walk enters or not, depending on when bytes arrive. */
const TIMING_FUNCTIONS = 8;

it("enters no more files and functions for a call than walks.json allows", () => {
  const program = join(SCRIPTS, "walk.ts");
  const output = execFileSync(process.execPath, ["-C", "anyurl-source", program], {
    encoding: "utf8",
    timeout: 60_000,
  });
  const counts: typeof LIMITS = JSON.parse(output);
  const grown = Object.entries(counts).filter(
    ([name, { files, functions }]) =>
      files > (LIMITS[name]?.files ?? 0) || functions > (LIMITS[name]?.functions ?? 0) + TIMING_FUNCTIONS,
  );
  expect(Object.keys(counts)).toEqual(Object.keys(LIMITS));
  expect(Object.fromEntries(grown)).toEqual({});
}, 60_000);
