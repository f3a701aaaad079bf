import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/**
 * Makes an empty directory for each test, or one for all tests of the file, and removes it afterwards.
 *
 * @returns a function from names to the path in it; without a name, its own path.
 */
export function scratchDirectory(
  { forAll }: { readonly forAll: boolean } = { forAll: false },
): (...names: readonly string[]) => string {
  let directory = "";
  const [before, after] = forAll ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), "anyurl-test-")));
  });
  after(() => rm(directory, { recursive: true, force: true }));
  return (...names) => join(directory, ...names);
}
