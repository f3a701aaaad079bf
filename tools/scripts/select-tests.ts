import { basename, dirname } from "node:path";
import { isCode, type ModuleGraph, packageFolder } from "./module-graph.ts";

/** A test of another package runs if it is at most this many imports away from a changed file, unless all are asked for. */
const NEAR = 1;

export interface Selection {
  /** The tests to run. */
  readonly tests: readonly string[];
  /** The number of tests of other packages that reach a changed file over more imports. */
  readonly far: number;
  /** The changed files that no test reaches. */
  readonly unreached: readonly string[];
}

/**
 * Selects the tests that reach a changed file: all of its own package, and of the others those that import it directly.
 *
 * @param near the number of imports over which a test of another package may reach a changed file.
 * @param names whether the text of a file has this word: files other than code are found by their names.
 */
export function selectTests(
  changed: readonly string[],
  tests: readonly string[],
  graph: ModuleGraph,
  names: (path: string, word: string) => boolean,
  near: number = NEAR,
): Selection {
  const users = findUsers(tests, graph);
  const selected = new Set<string>();
  const reached = new Set<string>();
  const unreached: string[] = [];
  for (const path of changed) {
    const distances = distancesFrom(isCode(path) ? [path, `${path}#`] : readersOf(path, users, names), users);
    const found = tests.filter((test) => distances.has(test));
    if (found.length === 0) unreached.push(path);
    for (const test of found) {
      reached.add(test);
      if (packageFolder(test) === packageFolder(path) || distances.get(test)! <= near) selected.add(test);
    }
  }
  return { tests: tests.filter((test) => selected.has(test)), far: reached.size - selected.size, unreached };
}

/** The files that use each file. */
function findUsers(tests: readonly string[], graph: ModuleGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>(tests.map((test) => [test, new Set()]));
  for (const node of users.keys()) {
    for (const used of graph.uses(node)) {
      if (!users.has(used)) users.set(used, new Set());
      users.get(used)!.add(node);
    }
  }
  return users;
}

/** The files of the same package that name a file or its folder, such as `join(import.meta.dirname, "transcripts")`. */
function readersOf(
  path: string,
  users: ReadonlyMap<string, unknown>,
  names: (path: string, word: string) => boolean,
): readonly string[] {
  const words = [basename(path), basename(dirname(path))].filter(
    (word) => !/^(?:src|test|tools)$/.test(word),
  );
  const near = [...users.keys()].filter(
    (each) => packageFolder(each) === packageFolder(path) && isCode(each),
  );
  return [path, ...near.filter((each) => words.some((word) => names(each, word)))];
}

/** The number of imports between each file and the nearest of these. */
function distancesFrom(
  starts: readonly string[],
  users: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const distances = new Map(starts.filter((node) => users.has(node)).map((node) => [node, 0]));
  for (const [node, distance] of distances) {
    for (const user of users.get(node)!) if (!distances.has(user)) distances.set(user, distance + 1);
  }
  return distances;
}
