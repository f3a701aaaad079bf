import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/**
 * Packs every package of the workspace as it would be published, from what has been built.
 *
 * @param target a directory, recreated, with `anyurl-core.tgz` and all the others, without their versions.
 * @returns the paths of the tarballs, by the names of the packages.
 */
export function packAll(target: string): ReadonlyMap<string, string> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const [command, ...args] = pnpm();
  execFileSync(command!, [...args, "--recursive", "pack", "--pack-destination", target], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Map(
    readdirSync(join(ROOT, "packages")).flatMap((folder) => {
      const { name, version, private: isPrivate } = manifestIn(join(ROOT, "packages", folder));
      if (isPrivate === true) return [];
      const plain = name.replace(/^@/, "").replace("/", "-");
      const file = join(target, `${plain}.tgz`);
      renameSync(join(target, `${plain}-${version}.tgz`), file);
      return [[name, file] as const];
    }),
  );
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** The pnpm that is running this, or the one that the workspace pins. */
export function pnpm(): readonly string[] {
  const { npm_execpath: own = "", npm_config_user_agent: agent = "" } = process.env;
  if (agent.startsWith("pnpm/") && own !== "")
    return /\.[cm]?js$/.test(own) ? [process.execPath, own] : [own];
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly packageManager: string;
  };
  return ["npx", "--yes", packageManager];
}
