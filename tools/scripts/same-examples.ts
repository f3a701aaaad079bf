import fc from "fast-check";
import { chai, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly seed: number | undefined;
    /** Examples of each property that does not say how many it has, such as the laws of the schemes. */
    readonly numRuns: number | undefined;
  }
}

/*
 * Property tests use new random examples in each run, so that many runs find more than one. With ANYURL_SEED, as in
 * `.ci/run`, the examples are always the same, so that a change only fails for its own bugs.
 */
const seed = inject("seed");
const numRuns = inject("numRuns");
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(seed !== undefined && { seed }),
  ...(numRuns !== undefined && { numRuns }),
});

// Proxies report a misspelled matcher, as the compiler does, and take a tenth of the time of the tests of core.
chai.config.useProxy = false;
