import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import type { Job, Outcome, Start } from "./messages.ts";
import { type Mutation, withMutations } from "./mutations.ts";

/*
 * Runs tests in its own process, which run.ts kills when a mutant never ends. Files are compiled once, with all their
 * mutants: a run only says which one takes effect. Each run has a new thread, so a mutant also changes what modules
 * compute when they are loaded, and leaves no state for the next run.
 */

const root = resolve(import.meta.dirname, "../..");
const reachedFile = join(process.env["ANYURL_MUTANTS_DIR"]!, `${process.pid}.json`);

const { mutants } = await new Promise<Start>((received) => process.once("message", received));
const byPath = new Map<string, Map<number, Mutation>>();
for (const [id, mutant] of mutants.entries()) {
  const path = join(root, mutant.path);
  byPath.set(path, (byPath.get(path) ?? new Map<number, Mutation>()).set(id, mutant));
}

const plugin = {
  name: "mutants",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    const mutations = byPath.get(id);
    return mutations === undefined ? undefined : { code: withMutations(code, mutations), map: null };
  },
};

/** The order of the job: the tests that are most likely to fail, and are quick, come first. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

let failure: string | undefined;
let passed = 0;
const fail = (what: string): void => {
  failure ??= what;
  void vitest.cancelCurrentRun("test-failure");
};

const vitest = await createVitest(
  "test",
  {
    root,
    watch: false,
    maxWorkers: 1,
    bail: 1,
    // Files on disk that were compiled with other mutants look the same to this cache.
    fsModuleCache: false,
    setupFiles: ["tools/scripts/same-examples.ts", "tools/mutants/setup.ts"],
    provide: { seed: 1738 },
    sequence: { sequencer: GivenOrder },
    reporters: [
      {
        onTestCaseResult: (test) => {
          const { state } = test.result();
          if (state === "passed") passed++;
          if (state === "failed") fail(`${test.module.relativeModuleId}: ${test.fullName}`);
        },
        onTestModuleEnd: (module) => {
          if (!module.ok()) fail(`${module.relativeModuleId}: ${module.errors()[0]?.message ?? "failed"}`);
        },
      },
    ],
  },
  { plugins: [plugin] },
);

process.on("message", (job: Job) => {
  run(job).then(
    (outcome) => process.send!(outcome),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send!("ready");

async function run({ files, mutant }: Job): Promise<Outcome> {
  [failure, passed] = [undefined, 0];
  process.env["ANYURL_MUTANT"] = String(mutant ?? "");
  process.env["ANYURL_MUTANTS_REACHED"] = reachedFile;
  rmSync(reachedFile, { force: true });
  const project = vitest.getRootProject();
  const all = files.map((file) => project.createSpecification(join(root, file)));
  const { unhandledErrors } = await vitest.runTestSpecifications(all, false);
  if (unhandledErrors.length > 0) failure ??= String(unhandledErrors[0]);
  // A file of which no test runs does not write what it reaches.
  const hasReached = mutant === undefined && existsSync(reachedFile);
  const reached = hasReached ? (JSON.parse(readFileSync(reachedFile, "utf8")) as number[]) : [];
  return { failure, passed, reached };
}
