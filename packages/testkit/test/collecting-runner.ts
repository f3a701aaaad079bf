import type { Runner } from "../src/index.ts";

/** A runner that only collects: so the exam itself can be examined. */
export interface CollectingRunner extends Runner {
  /** Runs every test, and gives the messages of those that failed, by name. */
  failures(): Promise<ReadonlyMap<string, string>>;
  readonly count: number;
}

export function collectingRunner(): CollectingRunner {
  const tests: [string, () => void | Promise<void>][] = [];
  let path = "";
  return {
    suite(name, body) {
      const outside = path;
      path = `${path}${name} > `;
      body();
      path = outside;
    },
    test(name, body) {
      tests.push([path + name, body]);
    },
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
