import { pinByHandle, worksByHandle } from "./pin-by-handle.ts";
import { pinByPath } from "./pin-by-path.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/**
 * "handles": by a handle for each directory, which renames cannot redirect. "paths": by a second check of each path.
 */
export type Pinning = "handles" | "paths";

let byHandle: Promise<boolean> | undefined;

/** Detects what this system supports: handles on Linux with /proc, otherwise paths. */
export async function detectPinning(): Promise<Pinning> {
  byHandle ??= worksByHandle();
  return (await byHandle) ? "handles" : "paths";
}

/**
 * Pins the directory at these names below a root. Does not follow links.
 *
 * @throws {AccessError} path-blocked: a name is a link. @throws the system's error.
 */
export async function pinDirectory(
  root: string,
  names: readonly string[],
  pinning: Pinning,
): Promise<PinnedDirectory> {
  return pinning === "handles" ? pinByHandle(root, names) : pinByPath(root, names);
}
