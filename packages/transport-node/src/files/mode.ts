import { readFileSync, type Stats } from "node:fs";
import type { OpenedFile } from "./calls.ts";
import { SYSTEM } from "./system.ts";

/** Default mode of a new file before the umask: read and write for all users. */
export const NEW_FILE = 0o666;
const GROUP = 0o070;

/**
 * Gives a file that replaces another one the same permissions, and never more. A new file gets what the umask leaves.
 * If the group cannot be the same, the group gets only the permissions of other users.
 */
export async function settleMode(handle: OpenedFile, replaced: Stats | undefined): Promise<void> {
  if (SYSTEM === "windows") return;
  if (replaced === undefined) {
    await handle.chmod(NEW_FILE & ~umask());
    return;
  }
  const own = await handle.stat();
  if (own.uid !== replaced.uid || own.gid !== replaced.gid)
    await handle.chown(replaced.uid, replaced.gid).catch(() => {});
  const { gid } = await handle.stat();
  const mode = replaced.mode & 0o777;
  await handle.chmod(gid === replaced.gid ? mode : mode & (~GROUP | ((mode & 0o007) << 3)));
}

/**
 * Returns the umask. Node reads it by setting it to 0 for a moment, for all threads, so read it from /proc where
 * possible. That is memory: nothing waits for a disk, and the thread pool would take ten times as long.
 */
function umask(): number {
  const line = /^Umask:\t([0-7]{1,4})$/m.exec(readStatus());
  return line === null ? process.umask() : Number.parseInt(line[1]!, 8);
}

function readStatus(): string {
  try {
    return readFileSync("/proc/self/status", "latin1");
  } catch {
    return "";
  }
}
