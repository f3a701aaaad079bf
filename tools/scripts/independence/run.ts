/**
 * Checks that the packages are independent: packs each one as for publication, and installs only core, core with each
 * scheme, each scheme with the packages that open it, and `anyurl`, each in an empty directory outside this workspace.
 * There a program must compile and run, and only requested packages may be installed. pnpm installs all of them, as the
 * packages of one workspace: it hides from a package what its manifest does not name. npm takes much longer, so it
 * installs only core, `anyurl`, and the schemes that need packages of others.
 *
 *   node tools/scripts/independence/run.ts [--write] [--only NAME]…    after a build; --write renews the table in README.md
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { between, type SchemeFacts } from "../first-party-files.ts";
import { type Case, casesOf, type IndependenceLimits } from "./cases.ts";
import {
  checkTypes,
  type Installed,
  installWithNpm,
  installWithPnpm,
  survey,
  surveyLinks,
  tryProgram,
} from "./install.ts";
import { startOpenings } from "./openings.ts";
import { faultsOf, isCurrent, type Outcome, tableOf } from "./report.ts";

const ROOT = join(import.meta.dirname, "../../..");
const README = join(ROOT, "README.md");
const TOOLS = { tsc: join(ROOT, "node_modules/.bin/tsc"), typeRoots: join(ROOT, "node_modules/@types") };
const run = promisify(execFile);

const { values } = parseArgs({
  options: { write: { type: "boolean" }, only: { type: "string", multiple: true } },
});
const limits = readJson("tools/scripts/independence/limits.json") as IndependenceLimits;
const temporary = mkdtempSync(join(tmpdir(), "anyurl-independence-"));
try {
  process.exitCode = (await prove()) === 0 ? 0 : 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** Prints the faults and returns their number. */
async function prove(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const program = await pnpmProgram();
  const [facts, tarballs, openings] = await Promise.all([
    schemeFacts(),
    packAll(program),
    startOpenings(stack, temporary),
  ]);
  const all = casesOf(facts, limits, openings);
  const cases = all.filter(({ name }) => values.only === undefined || values.only.includes(name));
  const faults: string[] = [];
  /** Tries something, and keeps why it failed. */
  const tried = async (where: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // The message has the text of standard error.
      const { stdout = "", message } = error as Error & { stdout?: string };
      faults.push(`${where}: ${message}\n${stdout}`);
    }
  };
  const byPnpm = await installedByPnpm(program, cases, tarballs);
  const byNpm = await installedByNpm(
    cases.filter((of) => needsNpm(of, tarballs)),
    tarballs,
  );
  const outcomes = byPnpm.map((each): Outcome => ({ ...each, survey: surveyLinks(each.directory) }));
  for (const outcome of outcomes)
    faults.push(...faultsOf(outcome).map((fault) => `${outcome.of.name}, with pnpm: ${fault}`));
  for (const each of byNpm) {
    const found = faultsOf({ of: each.of, survey: survey(each.directory) });
    faults.push(...found.map((fault) => `${each.of.name}, with npm: ${fault}`));
  }
  const installed = [...byPnpm, ...byNpm];
  await tried("types", () => checkTypes(installed, { ...TOOLS, directory: temporary }));
  await inParallel(installed, (each) => tried(each.of.name, () => tryProgram(each)));
  if (faults.length === 0 && values.only === undefined) faults.push(...readmeFaults(tableOf(outcomes)));
  console.log(tableOf(outcomes));
  for (const fault of faults) console.error(fault);
  console.log(
    `independence: ${tarballs.size} packages, ${installed.length} programs, ${faults.length} faults`,
  );
  return faults.length;
}

/** Installs every case, in one workspace. */
async function installedByPnpm(
  program: string,
  cases: readonly Case[],
  tarballs: ReadonlyMap<string, string>,
): Promise<readonly Installed[]> {
  const workspace = join(temporary, "pnpm");
  const groups = new Map(groupsOf(cases).map((group) => [group[0]!.name.replace(" ", "-"), group]));
  const folders = new Map([...groups].map(([folder, group]) => [folder, group[0]!.asked]));
  await installWithPnpm(workspace, folders, tarballs, program);
  return [...groups].flatMap(([folder, group]) =>
    group.map((of) => ({ of, directory: join(workspace, folder) })),
  );
}

/** Installs each case in a directory of its own. */
async function installedByNpm(
  cases: readonly Case[],
  tarballs: ReadonlyMap<string, string>,
): Promise<readonly Installed[]> {
  const installed = cases.map((of) => ({
    of,
    directory: join(temporary, `npm-${of.name.replace(" ", "-")}`),
  }));
  await inParallel(installed, ({ of, directory }) => installWithNpm(directory, of.asked, tarballs));
  return installed;
}

/** Whether npm installs a case as well: its layout and its rules for versions matter if packages of others come along. */
function needsNpm({ kind, limit }: Case, tarballs: ReadonlyMap<string, string>): boolean {
  if (kind === "core" || kind === "anyurl") return true;
  return kind === "open" && (limit.besides ?? []).some((name) => !tarballs.has(name));
}

/** The cases that ask for the same packages, which share a directory: the schemes of one package. */
function groupsOf(cases: readonly Case[]): readonly (readonly Case[])[] {
  const groups = new Map<string, Case[]>();
  for (const of of cases) {
    const key = of.asked.join(" ");
    groups.set(key, [...(groups.get(key) ?? []), of]);
  }
  return [...groups.values()];
}

/** With --write, updates the README. */
function readmeFaults(table: string): readonly string[] {
  const old = readFileSync(README, "utf8");
  const now = between(old, "independence", table);
  const written = /<!-- independence -->\n(.*?)<!-- \/independence -->/s.exec(old)![1]!;
  if (isCurrent(written, table)) return [];
  if (values.write !== true)
    return ["the table in README.md is out of date: run node tools/scripts/independence/run.ts --write"];
  writeFileSync(README, now);
  return [];
}

/** The pnpm that package.json pins: the one that is running this script, or npx's. */
async function pnpmProgram(): Promise<string> {
  const { packageManager } = readJson("package.json") as { packageManager: string };
  const { stdout } = await run("npx", ["--yes", "-p", packageManager, "-c", "command -v pnpm"], {
    cwd: ROOT,
  });
  return stdout.trim();
}

async function schemeFacts(): Promise<readonly SchemeFacts[]> {
  const script = join(ROOT, "tools/scripts/scheme-facts.ts");
  const { stdout } = await run(process.execPath, ["-C", "anyurl-source", script]);
  return JSON.parse(stdout) as readonly SchemeFacts[];
}

/** Maps every public package to its tarball. `pnpm pack` replaces "workspace:" and "catalog:" with versions. */
async function packAll(pnpm: string): Promise<ReadonlyMap<string, string>> {
  const directory = join(temporary, "tarballs");
  await run(pnpm, ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", directory], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = readdirSync(directory).map((name) => join(directory, name));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const { stdout } = await run("tar", ["-xzOf", file, "package/package.json"]);
        return [(JSON.parse(stdout) as { name: string }).name, file];
      }),
    ),
  );
}

/** Runs twice as many jobs as the machine has processors, because an install waits for half of its time. */
async function inParallel<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
  const queue = [...tasks];
  const worker = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await work(task);
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, worker));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}
