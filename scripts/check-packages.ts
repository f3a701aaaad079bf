/**
 * Packs every package as it would be published, and looks at what a stranger would get: publint, arethetypeswrong,
 * and checks of our own.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const BIN = join(ROOT, "node_modules/.bin");
/** The pnpm that is running this script. */
const PNPM = process.env["npm_execpath"] ?? "pnpm";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly [field: string]: unknown;
}

/** What a package needs in its package.json to be found and used. */
const REQUIRED = [
  "name",
  "version",
  "description",
  "keywords",
  "license",
  "type",
  "sideEffects",
  "engines",
  "exports",
  "files",
];
const REQUIRED_FILES = ["package/package.json", "package/README.md", "package/LICENSE"];
const FORBIDDEN = [/^package\/test\//, /\.tsbuildinfo$/, /\.test\./, /tsconfig/];

const target = mkdtempSync(join(tmpdir(), "anyurl-packages-"));
let faults = 0;
try {
  const folders = readdirSync(join(ROOT, "packages"));
  for (const folder of folders) check(folder);
  console.log(`packages: ${folders.length} packed, ${faults} faults`);
} finally {
  rmSync(target, { recursive: true, force: true });
}
if (faults > 0) process.exitCode = 1;

function check(folder: string): void {
  const directory = join(ROOT, "packages", folder);
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  if (manifest.private === true) return;
  const tarball = pack(directory, folder);
  const fault = (message: string) => {
    faults++;
    console.error(`packages/${folder}: ${message}`);
  };
  const list = tar("-tzf", tarball).split("\n");
  for (const field of REQUIRED) if (!(field in manifest)) fault(`package.json has no "${field}"`);
  for (const file of REQUIRED_FILES) if (!list.includes(file)) fault(`the tarball has no ${file}`);
  for (const file of list)
    if (FORBIDDEN.some((pattern) => pattern.test(file))) fault(`the tarball holds ${file}`);
  const packed = JSON.parse(tar("-xzOf", tarball, "package/package.json")) as Manifest;
  for (const path of pathsOf(packed["exports"])) {
    if (!list.includes(`package/${path.slice(2)}`))
      fault(`"exports" names ${path}, which is not in the tarball`);
  }
  if (JSON.stringify(packed).includes("workspace:")) fault("the packed package.json says workspace:");
  const everything = tar("-xzOf", tarball);
  if (everything.includes(ROOT)) fault("a file in the tarball names a path of this machine");
  tool("publint", ["run", tarball, "--strict"], fault);
  tool("attw", [tarball, "--profile", "esm-only", "--format", "ascii"], fault);
}

function pack(directory: string, folder: string): string {
  const out = join(target, `${folder}.tgz`);
  const command = /\.[cm]?js$/.test(PNPM) ? [process.execPath, PNPM] : [PNPM];
  execFileSync(command[0]!, [...command.slice(1), "pack", "--out", out], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return out;
}

/** Every relative file that "exports" names, patterns aside. */
function pathsOf(exports: unknown): readonly string[] {
  if (typeof exports === "string") return exports.includes("*") ? [] : [exports];
  if (typeof exports !== "object" || exports === null) return [];
  return Object.values(exports).flatMap(pathsOf);
}

function tar(...args: readonly string[]): string {
  return execFileSync("tar", args, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
}

function tool(name: string, args: readonly string[], fault: (message: string) => void): void {
  const { status, stdout, stderr } = spawnSync(join(BIN, name), args, { encoding: "utf8" });
  if (status !== 0) fault(`${name} says:\n${stdout}${stderr}`);
}
