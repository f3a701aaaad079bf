import type { Runner } from "../report/runner.ts";

/** The result of one test. */
export interface PlainResult {
  readonly name: string;
  /** The error with its stack, if it failed. */
  readonly failed?: string;
  /** Why it did not run. */
  readonly skipped?: string;
}

/** A runner for runtimes without a test runner. */
export interface PlainRunner extends Runner {
  /** Runs the declared tests one after another. */
  run(): Promise<readonly PlainResult[]>;
}

/** Creates a runner that collects the tests, and runs them when it is asked to. */
export function plainRunner(): PlainRunner {
  const tests: (() => Promise<PlainResult>)[] = [];
  const after: (() => void)[] = [];
  let path: readonly string[] = [];
  const full = (name: string) => [...path, name].join(": ");
  return {
    suite(name, body) {
      const outer = path;
      path = [...path, name];
      body();
      path = outer;
    },
    test(title, body) {
      const name = full(title);
      tests.push(async () => {
        try {
          const end = await body();
          return { name, ...end };
        } catch (error) {
          return { name, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
        }
      });
    },
    skip(title, skipped) {
      const name = full(title);
      tests.push(async () => ({ name, skipped }));
    },
    after(body) {
      after.push(body);
    },
    async run() {
      const results: PlainResult[] = [];
      for (const test of tests) results.push(await test());
      for (const body of after) body();
      return results;
    },
  };
}
