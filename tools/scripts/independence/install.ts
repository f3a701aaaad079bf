import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** A package manager. */
export interface Installer {
  readonly name: "npm" | "pnpm";
  /** Writes its manifest files, and installs the packages. */
  install(directory: string, asked: readonly string[], tarballs: ReadonlyMap<string, string>): Promise<void>;
}

export const npm: Installer = {
  name: "npm",
  async install(directory, asked, tarballs) {
    const overrides = others(asked, tarballs);
    writeManifest(directory, { ...manifestOf(asked, tarballs), overrides: Object.fromEntries(overrides) });
    const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
    await run("npm", ["install", "--ignore-scripts", "--prefer-offline", ...quiet], { cwd: directory });
  },
};

/** @param program the executable. @param store a directory that all its installs share. */
export function pnpmAt(program: string, store: string): Installer {
  return {
    name: "pnpm",
    async install(directory, asked, tarballs) {
      writeManifest(directory, manifestOf(asked, tarballs));
      const overrides = [...tarballs].map(([name, file]) => `  ${JSON.stringify(name)}: "file:${file}"\n`);
      writeFileSync(join(directory, "pnpm-workspace.yaml"), `overrides:\n${overrides.join("")}`);
      await run(program, ["install", "--ignore-scripts", "--prefer-offline", "--store-dir", store], {
        cwd: directory,
        env: { ...process.env, CI: "true" },
      });
    },
  };
}

/** Writes the program of a case, checks its types, runs it and the command. @throws what they say. */
export async function tryProgram(
  directory: string,
  { program, types, command }: Case,
  { tsc, typeRoots }: { readonly tsc: string; readonly typeRoots: string },
): Promise<void> {
  writeFileSync(join(directory, "program.ts"), program);
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
    ...{ module: "NodeNext", target: "ES2023", noEmit: true, erasableSyntaxOnly: true },
    lib: ["ES2022", "DOM", "DOM.AsyncIterable"],
    ...{ types, typeRoots: [typeRoots] },
  };
  const config = { compilerOptions, files: ["program.ts"] };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config, null, 2));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const [, { stdout }] = await Promise.all([
    run(tsc, ["-p", directory], { cwd: directory }),
    run(process.execPath, ["program.ts"], { cwd: directory, env }),
  ]);
  if (command !== undefined) {
    const told = await run("npx", ["--no", "--", ...command], { cwd: directory, env });
    if (told.stdout === "") throw new Error(`${command.join(" ")} printed nothing`);
  }
  if (stdout.trimEnd().split("\n").at(-1) !== "ok") throw new Error(`the program failed: ${stdout}`);
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

function manifestOf(asked: readonly string[], tarballs: ReadonlyMap<string, string>): object {
  const dependencies = asked.map((name) => [name, `file:${tarballs.get(name)}`]);
  return { name: "case", private: true, type: "module", dependencies: Object.fromEntries(dependencies) };
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
