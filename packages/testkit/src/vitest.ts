import { afterAll, describe, it } from "vitest";
import type { Runner } from "./report/runner.ts";

/** Declares the tests to vitest. */
export const vitestRunner: Runner = {
  suite(name, body) {
    describe(name, body);
  },
  test(name, body) {
    it(name, async (context) => {
      const end = await body();
      if (end !== undefined) context.skip(end.skipped);
    });
  },
  skip(name, reason) {
    it(name, (context) => context.skip(reason));
  },
  after(body) {
    afterAll(body);
  },
};
