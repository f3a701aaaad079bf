/** The reason of a skipped test: returned by a test that finds out only when it runs. */
export interface Skipped {
  readonly skipped: string;
}

/** The interface of a test runner. Assertions are from `node:assert`, so a runner needs nothing else. */
export interface Runner {
  /** Groups the tests that `body` declares. Calls `body` at once. */
  suite(name: string, body: () => void): void;
  /** Declares a test. It fails if `body` rejects, and is skipped if `body` returns a {@link Skipped}. */
  test(name: string, body: () => Promise<Skipped | undefined>): void;
  /** Declares a skipped test with its reason. */
  skip(name: string, reason: string): void;
  /** Calls `body` after the tests of the enclosing suite. Absent: `body` is called when the process ends. */
  after?(body: () => void): void;
}
