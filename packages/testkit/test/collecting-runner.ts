import type { Runner } from "../src/index.ts";

/** A runner that only collects: so the exam itself can be examined. */
export interface CollectingRunner extends Runner {
  /** Runs every test, and gives the messages of those that failed, by name. */
  failures(): Promise<ReadonlyMap<string, string>>;
  /** How many there are, those that were skipped when they were declared not counted. */
  readonly count: number;
  /** Why they were skipped, by name. */
  readonly skips: ReadonlyMap<string, string>;
}

export function collectingRunner(): CollectingRunner {
  const tests: [string, () => void | Promise<void>][] = [];
  const skips = new Map<string, string>();
  let path = "";
  return {
    suite(name, body) {
      const outside = path;
      path = `${path}${name} > `;
      body();
      path = outside;
    },
    test(name, body) {
      tests.push([path + name, async () => void (await body())]);
    },
    skip(name, reason) {
      skips.set(path + name, reason);
    },
    skips,
    get count() {
      return tests.length;
    },
    async failures() {
      const failed = new Map<string, string>();
      for (const [name, body] of tests) {
        try {
          await body();
        } catch (error) {
          const { message, cause } = error as Error;
          failed.set(name, cause instanceof Error ? `${message}\n${cause.message}` : message);
        }
      }
      return failed;
    },
  };
}
