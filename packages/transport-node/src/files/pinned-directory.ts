import type { NativePath } from "./native.ts";

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
