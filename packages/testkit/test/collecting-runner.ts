import type { Runner } from "../src/index.ts";

/** A runner that only collects tests, so that the exam itself can be tested. */
export interface CollectingRunner extends Runner {
  /** Runs every test and returns the messages of the failed ones by name. */
  failures(): Promise<ReadonlyMap<string, string>>;
  /** The number of tests, without those that were skipped at declaration. */
  readonly count: number;
  /** The reasons of skipped tests by name. */
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
