/**
 * Packs every package as for publication, and checks the tarballs with publint, arethetypeswrong, and our own checks
 * (tarball.ts, tarball-links.ts).
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { checkPackage, createPackageFromTarballData, type ResolutionKind } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packAll } from "../../examples/pack.ts";
import { faultsOf, type Tarball } from "./tarball.ts";
import { linkFaults } from "./tarball-links.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The home directory of root is a common word, so it is not searched. */
const MACHINE_PATHS = [ROOT, homedir(), "file:///home/"].filter((path) => path.split("/").length > 2);
/** The packages are modules only, which these cannot load. */
const WITHOUT_MODULES: readonly ResolutionKind[] = ["node10", "node16-cjs"];

const target = mkdtempSync(join(tmpdir(), "anyurl-packages-"));
let faults = 0;
let packed = 0;
try {
  const files = packAll(join(target, "tarballs"));
  const tarballs = new Map([...files].map(([name, file]) => [name, unpack(file)] as const));
  for (const [name, file] of files) {
    packed++;
    for (const fault of await check(tarballs.get(name)!, file, tarballs)) {
      faults++;
      console.error(`${name}: ${fault}`);
    }
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
console.log(`packages: ${packed} packed, ${faults} faults`);
if (faults > 0) process.exitCode = 1;

async function check(
  tarball: Tarball,
  file: string,
  packages: ReadonlyMap<string, Tarball>,
): Promise<readonly string[]> {
  const octets = readFileSync(file);
  const { repository } = JSON.parse(tarball.get("package/package.json")!) as Manifest;
  return [
    ...faultsOf(tarball, MACHINE_PATHS),
    ...linkFaults(tarball, {
      directory: repository.directory,
      repository: repository.url.replace(/^git\+|\.git$/g, ""),
      isInRepository: (path) => existsSync(join(ROOT, path)),
      packages,
    }),
    ...(await manifestFaults(octets)),
    ...(await typeFaults(octets)),
  ];
}

interface Manifest {
  readonly repository: { readonly url: string; readonly directory: string };
}

/** What publint says about the manifest. */
async function manifestFaults(tarball: Buffer): Promise<readonly string[]> {
  const { buffer, byteOffset, length } = tarball;
  const data = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  return messages
    .filter(({ type }) => type !== "suggestion")
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** What arethetypeswrong says about the types. */
async function typeFaults(tarball: Buffer): Promise<readonly string[]> {
  const result = await checkPackage(createPackageFromTarballData(tarball));
  if (!result.types) return [];
  return result.problems
    .filter((problem) => !("resolutionKind" in problem && WITHOUT_MODULES.includes(problem.resolutionKind)))
    .map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`);
}

function unpack(file: string): Tarball {
  const directory = join(target, basename(file, ".tgz"));
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
