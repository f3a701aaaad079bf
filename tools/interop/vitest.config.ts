import { defineConfig } from "vitest/config";

/** The tests against real servers. They run separately, because they need Debian's packages and root. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ["anyurl-source"] },
  ssr: { resolve: { conditions: ["anyurl-source"], externalConditions: ["anyurl-source"] } },
  test: {
    include: ["*.test.ts"],
    globalSetup: "./setup.ts",
    pool: "forks",
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
