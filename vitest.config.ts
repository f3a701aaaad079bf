import { configDefaults, defineConfig } from "vitest/config";

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
    maxWorkers: "150%",
    // Test files of one worker share the modules under test: loading them for each file took half of the time.
    isolate: false,
    setupFiles: ["tools/scripts/same-examples.ts", "tools/scripts/sample-rows.ts"],
    provide: {
      seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined,
      sampleOf: Number(process.env["ANYURL_SAMPLE_OF"] ?? 1),
    },
    // For a test that hangs. Ten times what a slow test takes on an idle machine; slower ones have limits of their own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env["CI"] === "true" ? ["dot"] : ["default"],
  },
});
