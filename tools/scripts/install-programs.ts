import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Installs programs that the workspace does not depend on, once, without running their scripts.
 *
 * @param manifest the path of a package.json that names them.
 * @param folder where they are installed.
 * @returns whether they were installed now.
 */
export async function installPrograms(manifest: string, folder: string): Promise<boolean> {
  const wanted = readFileSync(manifest, "utf8");
  const target = join(folder, "package.json");
  if (existsSync(target) && readFileSync(target, "utf8") === wanted) return false;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, wanted);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await promisify(execFile)("npm", ["install", ...flags], { cwd: folder });
  } catch (error) {
    rmSync(target);
    throw error;
  }
  return true;
}
