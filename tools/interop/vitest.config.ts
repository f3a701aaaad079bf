import { join } from "node:path";
import { defineConfig } from "vitest/config";

const PACKAGES = join(import.meta.dirname, "../../packages");

/** The tests against real servers. They run separately, because they need Debian's packages and root. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    conditions: ["anyurl-source"],
    // What the examples import: they are outside the workspace.
    dedupe: ["@anyurl/core"],
    alias: {
      "@anyurl/duplex": join(PACKAGES, "duplex/src/index.ts"),
      ssh2: join(PACKAGES, "scheme-sftp/node_modules/ssh2/lib/index.js"),
    },
  },
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
