/**
 * Packs every package as for publication, and checks the tarballs with publint, arethetypeswrong, and our own checks
 * (tarball.ts).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { faultsOf, type Tarball } from "./tarball.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The pnpm that is running this script. */
const PNPM = process.env["npm_execpath"] ?? "pnpm";
/** The home directory of root is a common word, so it is not searched. */
const MACHINE_PATHS = [ROOT, homedir(), "file:///home/"].filter((path) => path.split("/").length > 2);

const target = mkdtempSync(join(tmpdir(), "anyurl-packages-"));
const folders = readdirSync(join(ROOT, "packages")).filter(isPublic);
let faults = 0;
try {
  for (const folder of folders) {
    for (const fault of check(folder)) {
      faults++;
      console.error(`packages/${folder}: ${fault}`);
    }
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
console.log(`packages: ${folders.length} packed, ${faults} faults`);
if (faults > 0) process.exitCode = 1;

function isPublic(folder: string): boolean {
  const path = join(ROOT, "packages", folder, "package.json");
  if (!existsSync(path)) return false;
  return (JSON.parse(readFileSync(path, "utf8")) as { private?: boolean }).private !== true;
}

function check(folder: string): readonly string[] {
  const file = pack(folder);
  return [
    ...faultsOf(unpack(file, folder), MACHINE_PATHS),
    ...tool("publint", "run", file, "--strict"),
    ...tool("attw", file, "--profile", "esm-only", "--format", "ascii"),
  ];
}

function pack(folder: string): string {
  const out = join(target, `${folder}.tgz`);
  const command = /\.[cm]?js$/.test(PNPM) ? [process.execPath, PNPM] : [PNPM];
  execFileSync(command[0]!, [...command.slice(1), "pack", "--out", out], {
    cwd: join(ROOT, "packages", folder),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return out;
}

function unpack(file: string, folder: string): Tarball {
  const directory = join(target, folder);
  mkdirSync(directory);
  execFileSync("tar", ["-xzf", file, "-C", directory]);
  // Not a glob, which skips files with a leading dot.
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    paths.map((path) => [relative(directory, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
  );
}

function tool(name: string, ...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin", name), args, {
    encoding: "utf8",
  });
  return status === 0 ? [] : [`${name} says:\n${stdout}${stderr}`];
}
