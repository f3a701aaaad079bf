/** Why a test was not taken: what a test gives, when only its run can tell. */
export interface Skipped {
  readonly skipped: string;
}

/** What the exam asks of a test runner. Assertions are `node:assert`'s, so a runner needs nothing more. */
export interface Runner {
  /** Groups the tests that `body` declares. Called at once. */
  suite(name: string, body: () => void): void;
  /** Declares a test; it fails when `body` rejects, and is skipped when it gives a {@link Skipped}. */
  test(name: string, body: () => Promise<Skipped | undefined>): void;
  /** Declares a test that is not taken, and says why. */
  skip(name: string, reason: string): void;
  /** Does this when the tests of the suite around it have ended. Absent: it is done when the process ends. */
  after?(body: () => void): void;
}
