import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { bundle } from "../scripts/bundle.ts";
import { ARGS, CHROMIUM } from "./chromium.ts";

const ROOT = `${import.meta.dirname}/../..`;

/** The bundle that a web page would load, from the built packages. */
const PAGE = ["@anyurl/core", "@anyurl/scheme-ftp", "@anyurl/scheme-gopher"]
  .map((name) => `export * from ${JSON.stringify(name)};`)
  .join("\n");

declare module "vitest" {
  interface ProvidedContext {
    readonly bundle: string;
  }
}

/**
 * The tests in headless Chromium: those of core in a page, and those of the gateway from outside. Needs Debian's
 * chromium.
 */
export default defineConfig(async () => ({
  root: ROOT,
  test: {
    api: { host: "127.0.0.1", port: 0 },
    projects: [await inPage(), `${import.meta.dirname}/vitest.gateway.config.ts`],
  },
}));

/** The tests of core, from source, in a page. */
async function inPage(): Promise<TestProjectInlineConfiguration> {
  return {
    root: ROOT,
    resolve: { conditions: ["anyurl-source"], alias: { "node:net": `${import.meta.dirname}/net.ts` } },
    test: {
      name: "page",
      include: ["packages/core/test/**/*.test.ts", "tools/browser/bundle.test.ts"],
      exclude: [
        // Tests of Node's own features.
        "packages/core/test/**/*.node.test.ts",
        // Tests of files of the repository, and of types.
        "packages/core/test/{errors-page,readme,types}.test.ts",
        // Tests that compute for long over all code points, all short texts, or random URLs, with nothing but strings: the
        // engine is the one of Node.
        "packages/core/test/{syntax/{iri,enumerated,diagnose},extract/growth,explain/rendering,abnf/oracle}.test.ts",
      ],
      // The tests do not share state, so all run in one page, which loads each module once.
      isolate: false,
      testTimeout: 60_000,
      setupFiles: "tools/scripts/same-examples.ts",
      provide: {
        seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined,
        numRuns: process.env["ANYURL_RUNS"] ? Number(process.env["ANYURL_RUNS"]) : undefined,
        bundle: (await bundle(PAGE, { from: ROOT, split: false })).initial,
      },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath: CHROMIUM, args: [...ARGS] } }),
        instances: [{ browser: "chromium" as const }],
      },
    },
  };
}
