import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { displayText } from "anyurl";
import { readManifest } from "../config/package.ts";
import { LocalError } from "../errors.ts";
import type { HostIo } from "../host-io.ts";

/** A package manager: its program, and the arguments that change the packages of a directory. No scripts are run. */
interface PackageManager {
  readonly program: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const PACKAGE_MANAGERS = {
  npm: {
    program: "npm",
    add: ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--"],
    remove: ["uninstall", "--ignore-scripts", "--no-audit", "--no-fund", "--"],
  },
  pnpm: {
    program: "pnpm",
    add: ["add", "--ignore-scripts"],
    remove: ["remove", "--config.ignore-scripts=true"],
  },
  yarn: { program: "yarn", add: ["add", "--ignore-scripts"], remove: ["remove", "--ignore-scripts"] },
  // Its scripts are disabled by the environment: it does not know the flag.
  "yarn-berry": { program: "yarn", add: ["add"], remove: ["remove"] },
  bun: { program: "bun", add: ["add", "--ignore-scripts"], remove: ["remove", "--ignore-scripts"] },
} as const satisfies Readonly<Record<string, PackageManager>>;

export type PackageManagerName = keyof typeof PACKAGE_MANAGERS;

const LOCK_FILES: readonly (readonly [file: string, manager: PackageManagerName])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

/** Returns the package manager that a directory uses: by its package.json, else by its lock file, else npm. */
export function findPackageManager(directory: string): PackageManagerName {
  const { packageManager } = readManifest(directory) ?? {};
  const declared = /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(String(packageManager ?? ""))?.[1];
  const found =
    (declared as PackageManagerName | undefined) ??
    LOCK_FILES.find(([file]) => existsSync(join(directory, file)))?.[1] ??
    "npm";
  return found === "yarn" && isBerry(directory, String(packageManager)) ? "yarn-berry" : found;
}

/** Is it yarn 2 or newer? Its lock file has metadata. */
function isBerry(directory: string, declared: string): boolean {
  if (/^yarn@(?!1\.)/.test(declared)) return true;
  const lock = join(directory, "yarn.lock");
  return existsSync(lock) && readFileSync(lock, "utf8").includes("__metadata:");
}

/**
 * Adds or removes a package of a directory, which is created if needed. No install scripts are run.
 *
 * @param spec what the package manager takes: `name@range`, or the absolute path of a tarball.
 * @throws {LocalError} install-failed: the package manager is not installed, or failed; with its errors.
 */
export async function changePackages(
  change: "add" | "remove",
  spec: string,
  directory: string,
  io: HostIo,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const name = findPackageManager(directory);
  const { program, [change]: args } = PACKAGE_MANAGERS[name];
  createManifest(directory);
  const { status, text } = await runProgram(program, [...args, spec], directory, io, platform);
  io.signal.throwIfAborted();
  if (status === 0) return;
  const command = [program, ...args, spec].join(" ");
  const lines = text.trim().split("\n");
  const errors = lines.filter((line) => /\berr/i.test(line)).slice(0, MAX_LINES);
  const why = (errors.length > 0 ? errors : lines.slice(-MAX_LINES)).join(" ").trim();
  throw new LocalError(
    "install-failed",
    displayText(`"${command}" in ${directory} failed: ${why === "" ? `status ${status}` : why}`),
    status === undefined ? `install ${program}` : "correct what the package manager reports",
  );
}

/** Lines of the output in the message. */
const MAX_LINES = 5;
const MAX_OUTPUT_CHARACTERS = 64 * 1024;

/** Without a package.json, package managers look for one in the directories above, and would change that package. */
function createManifest(directory: string): void {
  const file = join(directory, "package.json");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (existsSync(file)) return;
  const manifest = { private: true, description: "Plugins of anyurl" };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" });
}

/** Runs a program, and returns its status (`undefined` if it cannot be started) and its output. */
async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  { env, signal }: HostIo,
  platform: NodeJS.Platform,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  // On Windows package managers are scripts, which only a shell starts.
  const shell = platform === "win32";
  const child = spawn(program, shell ? args.map((each) => `"${each}"`) : args, {
    cwd,
    shell,
    signal,
    env: { ...env, YARN_ENABLE_SCRIPTS: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-MAX_OUTPUT_CHARACTERS);
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: undefined, text: error.message }));
    child.on("close", (status) => resolve({ status: status ?? 1, text }));
  });
}
