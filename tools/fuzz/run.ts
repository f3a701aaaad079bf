import { parseArgs } from "node:util";
import { lineOf, readCorpus, writeCorpus } from "./corpus.ts";
import { Coverage } from "./coverage.ts";
import { hunt, reduce } from "./hunt.ts";
import { randomOf } from "./random.ts";
import type { Input, Target } from "./target.ts";

/*
 * node -C anyurl-source tools/fuzz/run.ts [--seconds 60] [--tries 20000] [--target parse] [--seed 1] [--keep]
 *
 * The time is for all targets and phases together. With --tries, a target ends after that number of inputs, so that a run
 * with the same seed tries the same ones on every machine that is fast enough. Inputs that break a law are printed and
 * written to found/. The corpus does not change, except with --keep: then a half of the time is for finding the smallest
 * inputs for it.
 */

// First, because it instruments what is loaded after it.
const coverage = new Coverage();
const { TARGETS } = await import("./targets.ts");
const { seedsOf } = await import("./seeds.ts");

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    tries: { type: "string" },
    target: { type: "string" },
    seed: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds ?? 60);
const most = Number(values.tries ?? Number.POSITIVE_INFINITY);
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const targets = TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
if (targets.length === 0 || !(seconds > 0) || !(most > 0) || !Number.isSafeInteger(seed)) {
  console.error(
    `tools/fuzz/run.ts [--seconds 60] [--tries 20000] [--seed 1] [--keep] [--target ${TARGETS.map(({ name }) => name).join("|")}]`,
  );
  process.exit(2);
}

console.log(`seed ${seed}, ${seconds} seconds for ${targets.map(({ name }) => name).join(", ")}`);
const start = performance.now();
for (const [i, target] of targets.entries()) {
  const until = start + (seconds * 1_000 * (i + 1)) / targets.length;
  const now = performance.now();
  const huntUntil = values.keep ? now + (until - now) / 2 : until;
  const inputs = [...readCorpus("corpus", target.name), ...seedsOf(target)];
  coverage.reset();
  const before = process.cpuUsage();
  const { kept, findings, tries } = await hunt(
    ...([target, inputs, coverage, randomOf(seed)] as const),
    (tried) => tried >= most || performance.now() >= huntUntil,
  );
  const { user, system } = process.cpuUsage(before);
  const speed = Math.round(tries / ((user + system) / 1e6));
  console.log(
    `${target.name}: ${tries} tries, ${speed} a CPU second, ${kept.length} inputs kept, ${coverage.size} branches`,
  );
  if (values.keep) await keep(target, kept, until);
  if (findings.length === 0) continue;
  process.exitCode = 1;
  writeCorpus(
    "found",
    target.name,
    findings.map(({ input }) => input),
  );
  for (const { law, message, input } of findings)
    console.log(`  BROKEN ${law}\n    ${lineOf(input)}\n    ${message}`);
}

async function keep(target: Target, kept: readonly Input[], until: number): Promise<void> {
  const corpus = await reduce(target, kept, coverage, () => performance.now() >= until);
  if (corpus === undefined) console.log("  not enough time to reduce the inputs: the corpus stays the same");
  else writeCorpus("corpus", target.name, corpus);
}
