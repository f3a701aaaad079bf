import { globSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { randomOf } from "../fuzz/random.ts";
import {
  equivalence,
  findBase,
  findStaleEquivalents,
  type Mutant,
  packageOf,
  ROOT,
  selectChanged,
  selectMutants,
} from "./select.ts";
import { Worker } from "./workers.ts";

/*
 * node tools/mutants/run.ts [--sample 100] [--seconds 600] [--seed 1] [--jobs 2] [--tests "packages/core/test/*.ts"]
 *   packages/core packages/gateway/src/guard …
 * node tools/mutants/run.ts --changed [--seconds 180]
 *
 * Changes one expression at a time, and says which changes the tests of the package do not notice. Each path has its own
 * sample and score. A surviving mutant is a report, not an error: the status is 1 only if the tests cannot run, or if
 * equivalent.json is out of date.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: "boolean", default: false },
    sample: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string" },
    jobs: { type: "string" },
    tests: { type: "string", multiple: true },
  },
});
const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY);
const sample = Number(values.sample ?? Number.POSITIVE_INFINITY);
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const jobs = Number(values.jobs ?? Math.min(2, availableParallelism()));
if (
  (positionals.length === 0) === !values.changed ||
  [seconds, sample, seed, jobs].some((each) => !(each > 0))
) {
  console.error(
    "tools/mutants/run.ts [--sample N] [--seconds N] [--seed N] [--jobs N] [--tests GLOB] {--changed | PATH…}",
  );
  process.exit(2);
}

/** The mutants of one argument, of which a part is tried. */
interface Area {
  readonly name: string;
  readonly all: number;
  readonly equivalent: number;
  readonly ids: readonly number[];
}

/** A file of tests, run once without a mutant. */
interface TestFile {
  readonly path: string;
  readonly milliseconds: number;
  readonly reached: ReadonlySet<number>;
}

type Verdict = "killed" | "timed out" | "survived" | "not reached";

const stale = findStaleEquivalents();
if (stale.length > 0) {
  for (const each of stale) console.error(`equivalent.json: no such mutant: ${each}`);
  console.error("hint: update the entry, or remove it");
  process.exit(1);
}

const start = performance.now();
/** The milliseconds until this share of the time is over. */
const left = (share = 1): number => start + seconds * 1_000 * share - performance.now();
const mutants: Mutant[] = [];
const areas = values.changed ? changedAreas() : positionals.map((path) => areaOf(path, selectMutants(path)));
if (mutants.length === 0) {
  console.log("no mutants");
  process.exit(0);
}
console.log(`seed ${seed}: ${mutants.length} mutants`);

const directory = mkdtempSync(join(tmpdir(), "anyurl-mutants-"));
const workers = Array.from({ length: jobs }, () => new Worker({ mutants }, directory));
const verdicts = new Map<number, Verdict>();
try {
  const { files, complete } = await runUnchanged();
  const ids = areas.flatMap((area) => area.ids);
  // In time for some of the mutants only, these are some of each area.
  await inParallel(shuffle(ids), async (worker, id) => {
    if (left() <= 0) return;
    const verdict = await judge(worker, id, files);
    // A mutant that passes is only tried if all tests could run.
    if (complete || verdict === "killed" || verdict === "timed out") verdicts.set(id, verdict);
  });
} finally {
  for (const worker of workers) worker.close();
  rmSync(directory, { recursive: true });
}
report();

function changedAreas(): Area[] {
  const base = findBase();
  if (base === undefined) {
    console.log("no commit to compare with");
    return [];
  }
  const changed = selectChanged(base);
  const names = new Set(changed.map(({ path }) => packageOf(path)));
  return [...names].map((name) =>
    areaOf(
      name,
      changed.filter(({ path }) => packageOf(path) === name),
    ),
  );
}

function areaOf(name: string, found: readonly Mutant[]): Area {
  const open = found.filter((mutant) => equivalence(mutant) === undefined);
  const chosen = shuffle(open).slice(0, sample);
  const first = mutants.length;
  mutants.push(...chosen);
  return {
    name,
    all: found.length,
    equivalent: found.length - open.length,
    ids: chosen.map((_, i) => first + i),
  };
}

/** Runs each test file of the packages, to see how long it takes and what it reaches. */
async function runUnchanged(): Promise<{ files: readonly TestFile[]; complete: boolean }> {
  const packages = new Set(mutants.map(({ path }) => packageOf(path)));
  const names = new Set(mutants.map(({ path }) => basename(path, ".ts")));
  const globs = values.tests ?? [...packages].map((each) => `${each}/test/**/*.test.ts`);
  const paths = globs.flatMap((each) => globSync(each, { cwd: ROOT }).sort());
  // The tests with the name of a changed file come first, in case that there is no time for all.
  paths.sort(
    (a, b) => Number(names.has(basename(b, ".test.ts"))) - Number(names.has(basename(a, ".test.ts"))),
  );
  const files: TestFile[] = [];
  let complete = true;
  await inParallel(paths, async (worker, path) => {
    if (left(0.5) <= 0) {
      complete = false;
      return;
    }
    const began = performance.now();
    const result = await worker.run({ files: [path], mutant: undefined }, 300_000);
    const milliseconds = performance.now() - began;
    if (typeof result === "string" || result.failure !== undefined) {
      console.log(
        `left out, because it fails without a mutant: ${typeof result === "string" ? path : result.failure}`,
      );
    } else files.push({ path, milliseconds, reached: new Set(result.reached) });
  });
  if (files.length === 0) throw new Error("no test file passed without a mutant");
  if (!complete) console.log(`time for ${files.length} of ${paths.length} test files only`);
  return { files, complete };
}

async function judge(worker: Worker, id: number, testFiles: readonly TestFile[]): Promise<Verdict> {
  const { path } = mutants[id]!;
  const name = basename(path, ".ts");
  const files = testFiles.filter(({ reached }) => reached.has(id));
  if (files.length === 0) return "not reached";
  const cost = (file: TestFile): number => (basename(file.path, ".test.ts") === name ? 0 : file.milliseconds);
  files.sort((a, b) => cost(a) - cost(b));
  const limit = 15_000 + 5 * files.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const result = await worker.run({ files: files.map((file) => file.path), mutant: id }, limit);
  if (result === "timeout") return "timed out";
  return result === "crash" || result.failure !== undefined || result.passed === 0 ? "killed" : "survived";
}

async function inParallel<T>(
  items: readonly T[],
  work: (worker: Worker, item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const item of queue) await work(worker, item);
    }),
  );
}

function shuffle<T>(items: readonly T[]): T[] {
  const random = randomOf(seed);
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

function report(): void {
  for (const [id, mutant] of [...mutants.entries()].sort(([, a], [, b]) => compare(a, b))) {
    const verdict = verdicts.get(id);
    if (verdict !== "survived" && verdict !== "not reached") continue;
    console.log(`${mutant.path}:${mutant.line} ${verdict}: ${mutant.context}`);
    console.log(
      `  - ${shorten(mutant.before)}\n  + ${mutant.statement ? "(left out)" : shorten(mutant.after)}`,
    );
  }
  console.log(
    "\n| path | mutants | equivalent | tried | killed | timed out | survived | not reached | score |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { name, all, equivalent, ids } of areas) {
    const counts = { killed: 0, "timed out": 0, survived: 0, "not reached": 0 };
    let tried = 0;
    for (const id of ids) {
      const verdict = verdicts.get(id);
      if (verdict === undefined) continue;
      tried++;
      counts[verdict]++;
    }
    const killed = counts.killed + counts["timed out"];
    const score = tried === 0 ? "none tried" : `${((100 * killed) / tried).toFixed(1)} %`;
    console.log(`| ${[name, all, equivalent, tried, ...Object.values(counts), score].join(" | ")} |`);
  }
}

function compare(a: Mutant, b: Mutant): number {
  return a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
