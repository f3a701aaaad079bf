import { existsSync, mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { isAbsolute, join } from "node:path";
import process from "node:process";

/**
 * Has Node keep what it has compiled for the next run, in the user's own directory of caches. Where there is none, or it
 * could be anybody else's, nothing is kept: what lies there is run.
 */
export function keepCompiled(): void {
  // NODE_COMPILE_CACHE names another place, and has been seen to.
  if (process.env["NODE_COMPILE_CACHE"] !== undefined) return;
  const home = cacheHome(process.env);
  if (home === undefined) return;
  const directory = join(home, "anyurl");
  try {
    // One by one: for a home within /proc, which some daemons have, Node's "recursive" never ends.
    for (const each of [home, directory]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    if (isOurs(directory)) enableCompileCache(directory);
  } catch {
    // It goes without.
  }
}

/** Where a user's programs keep what they can make anew (XDG Base Directory Specification). */
function cacheHome({
  XDG_CACHE_HOME: caches = "",
  LOCALAPPDATA: local = "",
  HOME: home = "",
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isAbsolute(caches)) return caches;
  if (process.platform === "win32") return isAbsolute(local) ? local : undefined;
  return isAbsolute(home) ? join(home, ".cache") : undefined;
}

/** Windows has no such mode; its homes are private by themselves. */
function isOurs(directory: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  const { uid, mode } = statSync(directory);
  return uid === own && (mode & 0o022) === 0;
}
