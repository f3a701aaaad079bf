import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** The lowest percentage of lines that tests must run: of all packages together, and of each of these packages. */
const ALL_LINES = 96;
function leastLines(name: string): number | undefined {
  if (name === "core") return 99;
  if (name === "client" || name.startsWith("scheme-")) return 97;
  return undefined;
}

/** A threshold for each package, and not one for `scheme-*`: the message of vitest then names the package. */
const packageThresholds = Object.fromEntries(
  readdirSync(new URL("packages", import.meta.url)).flatMap((name) => {
    const lines = leastLines(name);
    return lines === undefined ? [] : [[`packages/${name}/src/**`, { lines }]];
  }),
);

/** One run for all packages, from source: the condition resolves `@anyurl/core` to its `src/index.ts`. */
export default defineConfig({
  resolve: { conditions: ["anyurl-source"] },
  ssr: { resolve: { conditions: ["anyurl-source"], externalConditions: ["anyurl-source"] } },
  test: {
    include: ["{packages/*/test,tools/{scripts,bench,vectors,fuzz,mutants,soak,demo}}/**/*.test.ts"],
    // Tests of the built packages, without a build.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["ANYURL_BUILT"] === "no" ? ["**/*.built.test.ts"] : []),
    ],
    // Most tests wait for sockets and do not compute: forks would only add start-up time, and with more workers than
    // processors, one computes while another one waits.
    pool: "threads",
    // (A percentage would be at most the number of processors.)
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Test files of one worker share the modules under test: loading them for each file took half of the time.
    isolate: false,
    globalSetup: "tools/scripts/compile-cache.ts",
    setupFiles: ["tools/scripts/same-examples.ts", "tools/scripts/sample-rows.ts"],
    tags: [
      {
        name: "generated",
        description: "Rows of a table of faults or of random inputs: npm test runs a sample.",
      },
      {
        name: "slow",
        description:
          "Takes many seconds of processor time: tries every input, or starts package managers, compilers, or hundreds of processes. Not in npm test.",
      },
    ],
    provide: {
      seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined,
      numRuns: process.env["ANYURL_RUNS"] ? Number(process.env["ANYURL_RUNS"]) : undefined,
      sampleOf: Number(process.env["ANYURL_SAMPLE_OF"] ?? 1),
      isRest: process.env["ANYURL_SAMPLE"] === "rest",
    },
    // For a test that hangs. Ten times what a test may take on an idle machine; slower ones have limits of their own.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A poll ends as soon as its condition holds. The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 15_000, interval: 10 } },
    // `pnpm check coverage`. What only runs in a child process, such as the command in a terminal, counts as not run.
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      // bin.ts is a few lines around a tested function, and always runs as a process of its own. Declarations do not run.
      exclude: ["packages/*/src/bin.ts", "**/*.d.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: ALL_LINES, ...packageThresholds },
    },
    reporters: process.env["CI"] === "true" ? ["dot"] : ["default"],
  },
});
