import type { NativePath } from "./native.ts";
import { pinByHandle, worksByHandle } from "./pin-by-handle.ts";
import { pinByPath } from "./pin-by-path.ts";

/** A directory that stays the one it is while it is used. */
export interface PinnedDirectory extends AsyncDisposable {
  /** For one more system call: the directory. */
  readonly itself: NativePath;
  /** For one more system call: a name in it. No call is to follow a link there. */
  at(name: string): NativePath;
  /**
   * Is everything still where it was? To be asked once something was opened by a path.
   *
   * @throws {AccessError} path-blocked
   */
  check(): Promise<void>;
}

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
