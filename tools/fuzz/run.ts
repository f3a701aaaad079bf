import { parseArgs } from "node:util";
import { lineOf, readCorpus, writeCorpus } from "./corpus.ts";
import { Coverage } from "./coverage.ts";
import { hunt } from "./hunt.ts";
import { randomOf } from "./random.ts";
import { seedsOf } from "./seeds.ts";
import { TARGETS } from "./targets.ts";

/*
 * node -C anyurl-source tools/fuzz/run.ts [--seconds 60] [--target parse] [--seed 1]
 *
 * The time is for all targets together. Kept inputs are written to corpus/. Inputs that break a law are printed and
 * written to found/.
 */

const { values } = parseArgs({
  options: { seconds: { type: "string" }, target: { type: "string" }, seed: { type: "string" } },
});
const seconds = Number(values.seconds ?? 60);
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const targets = TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
if (targets.length === 0 || !(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error(
    `tools/fuzz/run.ts [--seconds 60] [--seed 1] [--target ${TARGETS.map(({ name }) => name).join("|")}]`,
  );
  process.exit(2);
}

const coverage = new Coverage();
console.log(`seed ${seed}, ${seconds} seconds for ${targets.map(({ name }) => name).join(", ")}`);
for (const target of targets) {
  const kept = readCorpus("corpus", target.name);
  const until = performance.now() + (seconds * 1_000) / targets.length;
  coverage.reset();
  const { corpus, findings, tries } = hunt(
    target,
    [...kept, ...seedsOf(target)],
    coverage,
    randomOf(seed),
    () => performance.now() >= until,
  );
  writeCorpus("corpus", target.name, corpus);
  console.log(
    `${target.name}: ${tries} tries, ${corpus.length} inputs kept, ${coverage.size} characters of code`,
  );
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
