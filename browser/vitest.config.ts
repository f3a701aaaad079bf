import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { bundle } from "../scripts/bundle.ts";

const ROOT = `${import.meta.dirname}/..`;

/** Chromium as Debian packages it: nothing here downloads a browser. */
const CHROMIUM = process.env["ANYURL_CHROMIUM"] ?? "/usr/bin/chromium";

/** No sandbox, for the run may be root's; and nothing that Chromium would ask the network for by itself. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What a web page would ship, of the built packages. */
const PAGE = ["@anyurl/core", "@anyurl/scheme-ftp", "@anyurl/scheme-gopher"]
  .map((name) => `export * from ${JSON.stringify(name)};`)
  .join("\n");

declare module "vitest" {
  interface ProvidedContext {
    readonly bundle: string;
  }
}

/** The tests of core in headless Chromium, from source. Their own run: it needs Debian's chromium. */
export default defineConfig(async () => ({
  root: ROOT,
  resolve: { conditions: ["anyurl-source"], alias: { "node:net": `${import.meta.dirname}/net.ts` } },
  test: {
    include: ["packages/core/test/**/*.test.ts", "browser/*.test.ts"],
    exclude: [
      // What only Node shows.
      "packages/core/test/**/*.node.test.ts",
      // About files of the repository, and about types.
      "packages/core/test/{errors-page,readme,types}.test.ts",
    ],
    // The tests share nothing that one could spoil for another: one page for all of them loads each module once.
    isolate: false,
    testTimeout: 60_000,
    setupFiles: "scripts/same-examples.ts",
    provide: {
      seed: process.env["ANYURL_SEED"] ? Number(process.env["ANYURL_SEED"]) : undefined,
      bundle: (await bundle(PAGE, { from: ROOT, split: false })).initial,
    },
    api: { host: "127.0.0.1", port: 0 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: CHROMIUM, args: ARGS } }),
      instances: [{ browser: "chromium" as const }],
    },
  },
}));
