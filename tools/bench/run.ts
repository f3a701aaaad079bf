/**
 * `pnpm bench`: measures, prints tables, and fails if a result is below its line in goals.json.
 *
 *     pnpm bench                      everything, about five minutes
 *     pnpm bench --quick              fewer rounds and shorter texts, while developing
 *     pnpm bench --only "parse"       benchmarks whose name has this text, such as "parse · real web" and "growth · extract"
 */
import { spawnSync } from "node:child_process";
import { arch, cpus, platform } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { missesOf, unmetGoals } from "./goals.ts";
import { groups } from "./groups/index.ts";
import { GROWING, type Growth } from "./growth.ts";
import type { Rounds, Timing } from "./measure.ts";
import { growthTable, type Result, timingTable } from "./report.ts";

const { quick, only } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string", default: "" } },
}).values;

const ROUNDS: Rounds = quick ? { rounds: 11, warmUp: 150 } : { rounds: 61, warmUp: 500 };
const SIZES = quick ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
/** Size of the heap, so large that no garbage collection runs while allocations are counted. */
const NEW_SPACE = ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"];

const results: Result[] = [];
for (const [i, { bench, corpus, isTransfer = false }] of groups.entries()) {
  if (!wanted(`${bench} · ${corpus}`)) continue;
  process.stderr.write(`${bench} · ${corpus}\n`);
  const timing = child<Timing>([], "time", String(i), JSON.stringify(ROUNDS));
  const octets = isTransfer ? [] : child<number[]>(NEW_SPACE, "heap", String(i), "");
  results.push({ timing, octets });
}
const growths: Growth[] = [];
for (const bench of GROWING) {
  if (!wanted(`growth · ${bench}`)) continue;
  process.stderr.write(`growth · ${bench}\n`);
  growths.push(...child<Growth[]>([], "growth", bench, JSON.stringify(SIZES)));
}

const today = new Date().toISOString().slice(0, 10);
console.log(
  `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${platform()} ${arch()}, Node ${process.version}, ${today}`,
);
console.log(`median of ${ROUNDS.rounds} rounds; a ratio above 1 means that anyurl is faster\n`);
if (results.length > 0) console.log(`${timingTable(results)}\n`);
if (growths.length > 0) console.log(`${growthTable(growths, SIZES.at(-1)!)}\n`);

const { faults, short } = missesOf(results, growths);
const failed = [...faults, ...(only === "" ? unmetGoals(results, growths) : [])];
for (const each of short) console.log(`below its goal: ${each}`);
for (const each of failed) console.error(`failed: ${each}`);
const count = results.length + growths.length;
console.log(`bench: ${count} measured, ${short.length} below their goals, ${failed.length} failed`);
if (failed.length > 0 || count === 0) process.exitCode = 1;

function wanted(name: string): boolean {
  return name.includes(only);
}

function child<T>(flags: readonly string[], ...args: readonly string[]): T {
  const script = join(import.meta.dirname, "child.ts");
  const { status, stdout, error } = spawnSync(process.execPath, [...flags, script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(`${args.join(" ")}: status ${status}${error ? `, ${error.message}` : ""}`);
  return JSON.parse(stdout) as T;
}
