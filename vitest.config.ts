import { defineConfig } from "vitest/config";

/** One run over every package, from source: the condition makes `@anyurl/core` mean its `src/index.ts`. */
export default defineConfig({
  resolve: { conditions: ["anyurl-source"] },
  ssr: { resolve: { conditions: ["anyurl-source"], externalConditions: ["anyurl-source"] } },
  test: {
    include: ["{packages/*/test,tools/{scripts,bench,vectors,fuzz,soak}}/**/*.test.ts"],
    // Sockets, not computing, are what most tests wait for: forks would only cost start-up time.
    pool: "threads",
    maxWorkers: "100%",
    setupFiles: "tools/scripts/same-examples.ts",
    provide: { seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined },
    testTimeout: 20_000,
    reporters: process.env["CI"] === "true" ? ["dot"] : ["default"],
  },
});
