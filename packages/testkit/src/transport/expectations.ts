/*
 * Assertions that need no module of Node.js, because the exam also runs in runtimes without these.
 */

/** @throws {Error} the values differ, as JSON. */
export function isEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: expected ${wanted}, but got ${got}`);
}

/** @throws {Error} with this message. */
export function isTrue(fact: boolean, message: string): void {
  if (!fact) throw new Error(message);
}

/** Returns the error of a promise. @throws {Error} the promise resolves. */
export async function failure(promise: Promise<unknown>, what: string): Promise<Error & { code?: unknown }> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (outcome === undefined) throw new Error(`${what}: expected an error, but it succeeded`);
  if (outcome.error instanceof Error) return outcome.error;
  throw new Error(`${what}: rejected with ${String(outcome.error)}, which is not an Error`);
}
