import { describe, it } from "vitest";

/** What the exam asks of a test runner. Assertions are `node:assert`'s, so a runner needs nothing more. */
export interface Runner {
  /** Groups the tests that `body` declares. Called at once. */
  suite(name: string, body: () => void): void;
  /** Declares a test; it fails when `body` throws or rejects. */
  test(name: string, body: () => void | Promise<void>): void;
}

export const vitestRunner: Runner = {
  suite(name, body) {
    describe(name, body);
  },
  test(name, body) {
    it(name, body);
  },
};
