import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
/** Inside the package, where the published file is, too. */
const DIST = join(import.meta.dirname, "../dist");
const SCRIPT = join(ROOT, "tools/scripts/bundle-cli.ts");
/** What the bundle is made of. */
const SOURCES = [
  "packages/*/{src,live,build}/**",
  "packages/*/package.json",
  "pnpm-lock.yaml",
  "tools/scripts/bundle*.ts",
];

/** The published command, bundled from the current source. */
export interface Bundled {
  /** The entry file for Node. */
  readonly command: string;
  readonly directory: string;
}

let made: Bundled | undefined;

/**
 * Bundles the command, or returns the bundle of an earlier call or run if no source has changed since. A process that
 * runs the command starts in a tenth of the time that it needs from source.
 */
export function bundled(): Bundled {
  made ??= findOrBundle();
  return made;
}

function findOrBundle(): Bundled {
  const directory = join(DIST, `test-${hashOf(SOURCES)}`);
  if (!existsSync(directory)) {
    mkdirSync(DIST, { recursive: true });
    const unfinished = mkdtempSync(join(DIST, "unfinished-"));
    execFileSync(process.execPath, ["--conditions=anyurl-source", SCRIPT, unfinished], { stdio: "ignore" });
    moveTo(directory, unfinished);
    removeOthers(directory);
  }
  return { command: join(directory, "anyurl.cjs"), directory };
}

/** Another worker may have been faster. */
function moveTo(directory: string, unfinished: string): void {
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Removes bundles of other sources that no run can need: those of more than an hour ago. */
function removeOthers(directory: string): void {
  const old = Date.now() - 3_600_000;
  for (const name of globSync("{test,unfinished}-*", { cwd: DIST })) {
    if (name === basename(directory)) continue;
    const { mtimeMs } = statSync(join(DIST, name), { throwIfNoEntry: false }) ?? { mtimeMs: old };
    if (mtimeMs < old) rmSync(join(DIST, name), { recursive: true, force: true });
  }
}

/** A hash of the names, sizes and times of files. */
function hashOf(patterns: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of globSync(patterns, { cwd: ROOT }).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
