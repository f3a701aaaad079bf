import { pinByHandle, worksByHandle } from "./pin-by-handle.ts";
import { pinByPath } from "./pin-by-path.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/** "handles": by the handle of each directory, which no renaming outwits. "paths": by a second look at each path. */
export type Pinning = "handles" | "paths";

let byHandle: Promise<boolean> | undefined;

/** What this system can do: handles on Linux with /proc, paths elsewhere. */
export async function detectPinning(): Promise<Pinning> {
  byHandle ??= worksByHandle();
  return (await byHandle) ? "handles" : "paths";
}

/**
 * Pins the directory that names lead to from a root. No link on the way is followed.
 *
 * @throws {AccessError} path-blocked: there is a link. @throws the system's error.
 */
export async function pinDirectory(
  root: string,
  names: readonly string[],
  pinning: Pinning,
): Promise<PinnedDirectory> {
  return pinning === "handles" ? pinByHandle(root, names) : pinByPath(root, names);
}
