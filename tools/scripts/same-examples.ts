import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly seed: number | undefined;
  }
}

/*
 * Property tests use new random examples in each run, so that many runs find more than one. With ANYURL_SEED, as in
 * `.ci/run`, the examples are always the same, so that a change only fails for its own bugs.
 */
const seed = inject("seed");
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
