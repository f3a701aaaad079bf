import { defineConfig } from "vitest/config";

/**
 * The gateway in headless Chromium, with our own servers, from source. Its tests run in Node and control the browser.
 */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  resolve: { conditions: ["anyurl-source"] },
  ssr: { resolve: { conditions: ["anyurl-source"], externalConditions: ["anyurl-source"] } },
  test: {
    name: "gateway",
    include: ["tools/browser/gateway*.test.ts"],
    setupFiles: `${import.meta.dirname}/../scripts/same-examples.ts`,
    provide: { seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined },
    testTimeout: 60_000,
  },
});
