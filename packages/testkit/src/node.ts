import { after, suite, test } from "node:test";
import type { Runner } from "./report/runner.ts";

/** Declares the tests to Node's own runner. */
export const nodeRunner: Runner = {
  suite(name, body) {
    void suite(name, body);
  },
  test(name, body) {
    void test(name, async (context) => {
      const end = await body();
      if (end !== undefined) context.skip(end.skipped);
    });
  },
  skip(name, reason) {
    void test(name, { skip: reason }, () => {});
  },
  after(body) {
    after(body);
  },
};
