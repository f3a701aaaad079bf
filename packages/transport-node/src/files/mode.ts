import type { Stats } from "node:fs";
import { type FileHandle, readFile } from "node:fs/promises";
import { SYSTEM } from "./native.ts";

/** Whoever may read and write, as files are made when nobody says otherwise. */
const NEW_FILE = 0o666;
const GROUP = 0o070;

/**
 * Gives a file that is to replace another one the rights of that, and never more; a new one what the umask leaves. Where
 * its group cannot be the same, the group's rights are those of all others.
 */
export async function settleMode(handle: FileHandle, replaced: Stats | undefined): Promise<void> {
  if (SYSTEM === "windows") return;
  if (replaced === undefined) {
    await handle.chmod(NEW_FILE & ~(await umask()));
    return;
  }
  const own = await handle.stat();
  if (own.uid !== replaced.uid || own.gid !== replaced.gid)
    await handle.chown(replaced.uid, replaced.gid).catch(() => {});
  const { gid } = await handle.stat();
  const mode = replaced.mode & 0o777;
  await handle.chmod(gid === replaced.gid ? mode : mode & (~GROUP | ((mode & 0o007) << 3)));
}

/** The umask. To ask Node for it sets it to 0 for a moment, for all threads: where it can be read it is read. */
async function umask(): Promise<number> {
  const status = await readFile("/proc/self/status", "latin1").catch(() => "");
  const line = /^Umask:\t([0-7]{1,4})$/m.exec(status);
  return line === null ? process.umask() : Number.parseInt(line[1]!, 8);
}
