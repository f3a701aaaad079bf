/**
 * Runs `npm test` again and again, each time with another seed, beside processes that keep the processors busy, and
 * prints which tests failed with which seed. The status is 1 if one failed.
 *
 *   node tools/scripts/flakes.ts [--runs 20] [--busy 2] [PATH…]
 */
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatTable } from "./markdown-table.ts";

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const ROOT = join(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "20" }, busy: { type: "string", default: "2" } },
});
const [runs, busy] = [Number(values.runs), Number(values.busy)];
if (!(runs > 0) || !(busy >= 0)) {
  console.error("tools/scripts/flakes.ts [--runs N] [--busy N] [PATH…]");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "anyurl-flakes-"));
const others = Array.from({ length: busy }, () =>
  spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
);
const rows: string[][] = [];
let failures = 0;
try {
  for (let run = 1; run <= runs; run++) {
    const seed = String(randomInt(2 ** 31));
    const start = performance.now();
    const failed = runOnce(seed);
    failures += failed.length;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`run ${run}, seed ${seed}, ${seconds} s: ${failed.length} failed`);
    for (const name of failed) console.log(`  ${name}`);
    rows.push([String(run), seed, `${seconds} s`, String(failed.length), failed.join("; ")]);
  }
} finally {
  for (const other of others) other.kill();
  rmSync(folder, { recursive: true });
}
console.log(formatTable([["Run", "Seed", "Time", "Failed", "Tests"], ...rows]));
if (failures > 0) process.exitCode = 1;

/** Returns the names of the tests that failed, with their messages, and of files that could not run. */
function runOnce(seed: string): readonly string[] {
  const report = join(folder, `${seed}.json`);
  const npmTest = join(import.meta.dirname, "test.mjs");
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const { status } = spawnSync(process.execPath, [npmTest, ...reporting, ...positionals], {
    cwd: ROOT,
    env: { ...process.env, ANYURL_SEED: seed },
    stdio: "ignore",
  });
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults.flatMap((file) => {
    const names = file.assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages: [message = ""] }) => `${fullName}: ${message.split("\n", 1)[0]}`);
    return names.length === 0 && file.status === "failed" ? [file.name] : names;
  });
  if (numPassedTests === 0) failed.push("no test ran");
  return status !== 0 && failed.length === 0 ? [`status ${status}`] : failed;
}
