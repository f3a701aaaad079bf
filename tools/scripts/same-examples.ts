import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly seed: number | undefined;
  }
}

/*
 * Properties are tried on other examples each time, so that many runs find what one does not. With ANYURL_SEED, as in
 * `.ci/run`, they are the same ones each time: a change is refused for what it breaks, and not for what was found by chance.
 */
const seed = inject("seed");
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
