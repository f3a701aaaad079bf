import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findMutations, type Mutation } from "./mutations.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Mutant extends Mutation {
  /** From the root of the repository. */
  readonly path: string;
  /** The whole line in which it starts, without its indent. */
  readonly context: string;
}

/** A mutant that no test can notice, in equivalent.json. Its line is its text, so that it may move. */
interface Equivalent {
  readonly path: string;
  readonly context: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

const EQUIVALENT = JSON.parse(
  readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"),
) as readonly Equivalent[];

/**
 * Returns the mutants of a package, a folder, a file, or of a line of it, such as `packages/core/src/index.ts:3`.
 *
 * @throws {Error} There is no such file.
 */
export function selectMutants(argument: string): Mutant[] {
  const [, name = "", line] = /^(.*?)(?::(\d+))?$/.exec(argument)!;
  const path = relative(ROOT, resolve(name));
  const isFile = statSync(join(ROOT, path)).isFile();
  const folder = /^packages\/[^/]+$/.test(path) ? `${path}/src` : path;
  const paths = isFile ? [path] : globSync(`${folder}/**/*.ts`, { cwd: ROOT }).sort();
  const found = paths.filter((each) => !each.endsWith(".d.ts")).flatMap(mutantsOf);
  return line === undefined ? found : found.filter((mutant) => mutant.line === Number(line));
}

/** Returns the mutants in lines of packages that differ from a commit. */
export function selectChanged(commit: string): Mutant[] {
  // In a pathspec of git, "*" matches "/" as well.
  const diff = git("diff", "--unified=0", "--no-color", commit, "--", "packages/*/src/*.ts");
  const found: Mutant[] = [];
  let mutants: Mutant[] = [];
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (path !== undefined) mutants = path.endsWith(".d.ts") ? [] : mutantsOf(path);
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null) continue;
    const first = Number(hunk[1]);
    const end = first + Number(hunk[2] ?? 1);
    found.push(...mutants.filter((mutant) => mutant.line >= first && mutant.line < end));
  }
  return found;
}

/**
 * Returns the commit before the change that is checked: where it left the main branch, or else the commit before.
 * Undefined in a clone without it.
 */
export function findBase(): string | undefined {
  const head = git("rev-parse", "HEAD").trim();
  for (const args of [
    ["merge-base", "HEAD", "origin/HEAD"],
    ["rev-parse", "HEAD~1"],
  ]) {
    try {
      const commit = git(...args).trim();
      if (commit !== head) return commit;
    } catch {
      // A clone without a remote, or with one commit.
    }
  }
  return undefined;
}

/** Returns the reason for which no test can notice the mutant, if there is one. */
export function equivalence(mutant: Mutant): string | undefined {
  return EQUIVALENT.find(
    ({ path, context, before, after }) =>
      path === mutant.path &&
      context === mutant.context &&
      before === mutant.before &&
      after === mutant.after,
  )?.reason;
}

/** Returns the entries of equivalent.json whose file does not have this mutant (any more). */
export function findStaleEquivalents(): string[] {
  const mutants = new Map<string, readonly Mutant[]>();
  return EQUIVALENT.filter(({ path, context, before, after }) => {
    if (!mutants.has(path)) mutants.set(path, existsSync(join(ROOT, path)) ? mutantsOf(path) : []);
    return !mutants
      .get(path)!
      .some((each) => each.context === context && each.before === before && each.after === after);
  }).map(({ path, context, before, after }) => `${path}: "${context}" (${before} → ${after})`);
}

/** Returns `packages/core` of `packages/core/src/index.ts`. */
export function packageOf(path: string): string {
  return path.split("/", 2).join("/");
}

function mutantsOf(path: string): Mutant[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const lines = text.split("\n");
  return findMutations(path, text).map((mutation) => ({
    ...mutation,
    path,
    context: lines[mutation.line - 1]!.trim(),
  }));
}

function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
