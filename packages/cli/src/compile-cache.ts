import { existsSync, mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { cacheHome } from "./cache-home.ts";

/**
 * Enables Node's compile cache in the user's cache directory. Does nothing if there is no such directory or another
 * user could write to it, because Node runs the code in it.
 */
export function setUpCompileCache(): void {
  // Node has already read NODE_COMPILE_CACHE.
  if (process.env["NODE_COMPILE_CACHE"] !== undefined) return;
  const home = cacheHome(process.env);
  if (home === undefined) return;
  const directory = join(home, "anyurl");
  try {
    // One by one: for a home within /proc, which some daemons have, Node's "recursive" never ends.
    for (const each of [home, directory]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    if (isOwnDirectory(directory)) enableCompileCache(directory);
  } catch {
    // Run without a cache.
  }
}

/** Windows has no such mode; home directories there are private. */
function isOwnDirectory(directory: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  const { uid, mode } = statSync(directory);
  return uid === own && (mode & 0o022) === 0;
}
