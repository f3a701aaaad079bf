import { constants } from "node:fs";
import { open, unlink } from "node:fs/promises";
import process from "node:process";
import { toLocalError } from "../errors.ts";
import { openOwnFile } from "./own-file.ts";

/** The locks of this process. A process that ended can have had the same number. */
const held = new Set<string>();

/** Maximum length of a process number in a lock file, in bytes. */
const MAX_PID = 20;

/**
 * Creates a lock file with the number of this process. Returns `undefined` if a running process has the lock. The lock of
 * a process that was killed is taken over.
 *
 * @throws {LocalError} not-ours: a foreign file is in its place; a system error, reported for `shown`.
 */
export async function takeLock(path: string, shown: string): Promise<AsyncDisposable | undefined> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      const handle = await open(path, "wx", 0o600);
      held.add(path);
      try {
        await handle.writeFile(String(process.pid));
      } catch (error) {
        await release(path);
        throw error;
      } finally {
        await handle.close();
      }
      return { [Symbol.asyncDispose]: () => release(path) };
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw toLocalError(error, shown);
    }
    if (isRetry || held.has(path) || isRunning(await readOwner(path))) return undefined;
    await unlink(path).catch(() => {});
  }
}

async function release(path: string): Promise<void> {
  held.delete(path);
  await unlink(path).catch(() => {});
}

async function readOwner(path: string): Promise<number> {
  const handle = await openOwnFile(path, constants.O_RDONLY);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_PID), 0, MAX_PID, 0);
    return Number(buffer.subarray(0, bytesRead).toString());
  } finally {
    await handle.close();
  }
}

function isRunning(pid: number): boolean {
  // The number of this process, in a lock that it does not hold, is that of an earlier one.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}
