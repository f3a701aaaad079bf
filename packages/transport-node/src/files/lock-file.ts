import { constants } from "node:fs";
import { lstat, open, unlink } from "node:fs/promises";
import { type NativePath, systemErrorCode } from "./native.ts";
import { openOwnFile } from "./own-file.ts";

/** The locks of this process, as device and file number. A process that ended can have had the same process number. */
const held = new Set<string>();

/** Maximum length of a process number in a lock file, in bytes. */
const MAX_PID = 20;

/**
 * Creates a lock file with the number of this process. The lock of a process that was killed is taken over.
 *
 * @returns "locked": a running process has it. "foreign": a foreign file is in its place.
 */
export async function takeLock(path: NativePath): Promise<AsyncDisposable | "locked" | "foreign"> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await createLock(path);
    } catch (error) {
      if (systemErrorCode(error) !== "EEXIST") throw error;
    }
    const owner = await findOwner(path);
    if (owner === "foreign") return owner;
    if (isRetry || owner === "running") return "locked";
    await unlink(path).catch(() => {});
  }
}

async function createLock(path: NativePath): Promise<AsyncDisposable> {
  const handle = await open(path, "wx", 0o600);
  let id: string | undefined;
  const release = async () => {
    if (id !== undefined) held.delete(id);
    await unlink(path).catch(() => {});
  };
  try {
    id = fileId(await handle.stat());
    held.add(id);
    await handle.writeFile(String(process.pid));
  } catch (error) {
    await release();
    throw error;
  } finally {
    await handle.close();
  }
  return { [Symbol.asyncDispose]: release };
}

async function findOwner(path: NativePath): Promise<"running" | "foreign" | "gone"> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return "gone";
  if (held.has(fileId(found))) return "running";
  const handle = await openOwnFile(path, constants.O_RDONLY);
  if (handle === undefined) return "foreign";
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_PID), 0, MAX_PID, 0);
    return isRunning(Number(buffer.subarray(0, bytesRead).toString())) ? "running" : "gone";
  } finally {
    await handle.close();
  }
}

function fileId({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

function isRunning(pid: number): boolean {
  // The number of this process, in a lock that it does not hold, is that of an earlier one.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}
