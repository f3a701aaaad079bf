import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..");
const LIMITS: Readonly<Record<string, Readonly<Record<"files" | "functions" | "promises", number>>>> =
  JSON.parse(readFileSync(join(SCRIPTS, "walks.json"), "utf8"));

/** Functions that a walk enters or not, and promises, depending on when bytes arrive. */
const TIMING = { files: 0, functions: 8, promises: 8 } as const;

it("enters no more files and functions for a call, and creates no more promises, than walks.json allows", () => {
  const program = join(SCRIPTS, "walk.ts");
  const output = execFileSync(process.execPath, ["-C", "anyurl-source", program], {
    encoding: "utf8",
    timeout: 60_000,
  });
  const counts: typeof LIMITS = JSON.parse(output);
  const grown = Object.entries(counts).filter(([name, walk]) =>
    (["files", "functions", "promises"] as const).some(
      (what) => walk[what] > (LIMITS[name]?.[what] ?? 0) + TIMING[what],
    ),
  );
  expect(Object.keys(counts)).toEqual(Object.keys(LIMITS));
  expect(Object.fromEntries(grown)).toEqual({});
}, 60_000);
