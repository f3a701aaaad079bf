import { isAbsolute, join } from "node:path";
import process from "node:process";

/** Returns the user's cache directory (XDG Base Directory Specification). */
export function cacheHome({
  XDG_CACHE_HOME: caches = "",
  LOCALAPPDATA: local = "",
  HOME: home = "",
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isAbsolute(caches)) return caches;
  if (process.platform === "win32") return isAbsolute(local) ? local : undefined;
  return isAbsolute(home) ? join(home, ".cache") : undefined;
}
