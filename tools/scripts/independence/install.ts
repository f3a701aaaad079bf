import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Case } from "./cases.ts";

const run = promisify(execFile);

/** The contents of a node_modules folder with any layout. */
export interface Survey {
  /** The name of each installed copy of a package, sorted. */
  readonly packages: readonly string[];
  /** The total size of their files in bytes. */
  readonly octets: number;
}

/** Installs packages in an empty directory with npm. */
export async function installWithNpm(
  directory: string,
  asked: readonly string[],
  tarballs: ReadonlyMap<string, string>,
): Promise<void> {
  const overrides = others(asked, tarballs);
  writeManifest(directory, {
    ...manifestOf("case", asked, tarballs),
    overrides: Object.fromEntries(overrides),
  });
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await run("npm", ["install", "--ignore-scripts", "--prefer-offline", ...quiet], { cwd: directory });
}

/**
 * Installs all cases at once with pnpm, each as a package of one workspace. A package finds only what its manifest
 * names, because nothing is hoisted.
 *
 * @param folders the requested packages, by the names of folders to create in `workspace`.
 * @param program the executable of pnpm.
 */
export async function installWithPnpm(
  workspace: string,
  folders: ReadonlyMap<string, readonly string[]>,
  tarballs: ReadonlyMap<string, string>,
  program: string,
): Promise<void> {
  for (const [folder, asked] of folders)
    writeManifest(join(workspace, folder), manifestOf(folder, asked, tarballs));
  const packages = [...folders.keys()].map((folder) => `  - ${folder}\n`);
  const overrides = [...tarballs].map(([name, file]) => `  ${JSON.stringify(name)}: "file:${file}"\n`);
  writeManifest(workspace, { name: "cases", private: true });
  writeFileSync(
    join(workspace, "pnpm-workspace.yaml"),
    `hoist: false\npackages:\n${packages.join("")}overrides:\n${overrides.join("")}`,
  );
  const store = join(workspace, "store");
  await run(program, ["install", "--ignore-scripts", "--prefer-offline", "--store-dir", store], {
    cwd: workspace,
    env: { ...process.env, CI: "true" },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** A case, and the directory where its packages are. */
export interface Installed {
  readonly of: Case;
  readonly directory: string;
}

/** Writes the program of each case into its directory. Cases that share a directory have programs of their own. */
function programAt({ of, directory }: Installed): string {
  return join(directory, `${of.name.replace(" ", "-")}.ts`);
}

/**
 * Writes the programs of the cases, and checks their types in one run for each set of ambient types.
 *
 * @throws what the compiler says.
 */
export async function checkTypes(
  installed: readonly Installed[],
  {
    tsc,
    typeRoots,
    directory,
  }: { readonly tsc: string; readonly typeRoots: string; readonly directory: string },
): Promise<void> {
  for (const each of installed) writeFileSync(programAt(each), each.of.program);
  const kinds = new Set(installed.map(({ of }) => of.types.join()));
  for (const kind of kinds) {
    const files = installed.filter(({ of }) => of.types.join() === kind);
    const compilerOptions = {
      ...{
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
      },
      ...{ module: "NodeNext", target: "ES2023", noEmit: true, erasableSyntaxOnly: true },
      lib: ["ES2022", "DOM", "DOM.AsyncIterable"],
      ...{ types: files[0]!.of.types, typeRoots: [typeRoots] },
    };
    const path = join(directory, `tsconfig.${kind || "none"}.json`);
    writeFileSync(path, JSON.stringify({ compilerOptions, files: files.map(programAt) }, null, 2));
    await run(tsc, ["-p", path], { cwd: directory, maxBuffer: 64 * 1024 * 1024 });
  }
}

/** Runs the program of a case, and its command. @throws what they say. */
export async function tryProgram(installed: Installed): Promise<void> {
  const { directory, of } = installed;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, [programAt(installed)], { cwd: directory, env });
  if (of.command !== undefined) {
    const told = await run("npx", ["--no", "--", ...of.command], { cwd: directory, env });
    if (told.stdout === "") throw new Error(`${of.command.join(" ")} printed nothing`);
  }
  if (stdout.trimEnd().split("\n").at(-1) !== "ok") throw new Error(`the program failed: ${stdout}`);
}

/** Returns the packages that a package of a workspace of pnpm finds, and those that they find. */
export function surveyLinks(directory: string): Survey {
  const names = new Map<string, string>();
  const visit = (modules: string): void => {
    for (const path of packagesIn(modules)) {
      const real = realpathSync(path);
      const name = packageAt(real);
      if (name === undefined || names.has(real)) continue;
      names.set(real, name);
      // The packages that a package of pnpm finds are beside it.
      visit(name.startsWith("@") ? dirname(dirname(real)) : dirname(real));
    }
  };
  visit(join(directory, "node_modules"));
  const octets = [...names.keys()].map(sizeOf).reduce((sum, size) => sum + size, 0);
  return { packages: [...names.values()].sort(), octets };
}

/** The paths of the packages in a node_modules folder: "a", and "b" of "@scope/b". */
function packagesIn(modules: string): readonly string[] {
  const names = readdirSync(modules).filter((name) => !name.startsWith("."));
  return names.flatMap((name) =>
    name.startsWith("@")
      ? readdirSync(join(modules, name)).map((inner) => join(modules, name, inner))
      : [join(modules, name)],
  );
}

/** The total size of the files below a directory. Links are not followed. */
function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

/** Returns the packages below a directory. Links are not followed. */
export function survey(directory: string): Survey {
  const packages: string[] = [];
  let octets = 0;
  const visit = (path: string, within: boolean): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isFile()) octets += within ? lstatSync(inner).size : 0;
      else if (entry.isDirectory()) {
        const name = packageAt(inner);
        if (name !== undefined) packages.push(name);
        visit(inner, name !== undefined || (within && entry.name !== "node_modules"));
      }
    }
  };
  visit(join(directory, "node_modules"), false);
  return { packages: packages.sort(), octets };
}

/** The name of the package that a directory of a node_modules is: `undefined` for any other directory. */
function packageAt(path: string): string | undefined {
  const parent = dirname(path);
  const scope = basename(parent).startsWith("@") ? basename(parent) : undefined;
  if (basename(scope === undefined ? parent : dirname(parent)) !== "node_modules") return undefined;
  try {
    return (JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { name: string }).name;
  } catch {
    return undefined;
  }
}

function manifestOf(name: string, asked: readonly string[], tarballs: ReadonlyMap<string, string>): object {
  const dependencies = asked.map((each) => [each, `file:${tarballs.get(each)}`]);
  return { name, private: true, type: "module", dependencies: Object.fromEntries(dependencies) };
}

/** The tarballs of indirect dependencies, which replace the registry. */
function others(
  asked: readonly string[],
  tarballs: ReadonlyMap<string, string>,
): readonly (readonly [name: string, spec: string])[] {
  return [...tarballs]
    .filter(([name]) => !asked.includes(name))
    .map(([name, file]) => [name, `file:${file}`]);
}

function writeManifest(directory: string, manifest: object): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest, null, 2));
}
