import type { DirectoryCalls } from "./calls.ts";
import type { NativePath } from "./native.ts";

/** A directory that stays the same one while it is used. */
export interface PinnedDirectory extends AsyncDisposable {
  /** The path of the directory, for one system call. */
  readonly itself: NativePath;
  /** How the system is called with names in it. */
  readonly calls: DirectoryCalls;
  /** The path of a name in it, for one system call. That call must not follow a link. */
  at(name: string): NativePath;
  /**
   * Checks that the directory has not moved. Call it after opening something by a path.
   *
   * @throws {AccessError} path-blocked
   */
  check(): Promise<void>;
  /** Flushes it to the disk so that a new name survives a crash, where the system supports it. */
  sync(): Promise<void>;
}
