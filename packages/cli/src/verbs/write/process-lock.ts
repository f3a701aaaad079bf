import { constants } from "node:fs";
import { link, open, readFile, rename, unlink } from "node:fs/promises";
import process from "node:process";
import { type LocalError, toLocalError } from "../../errors.ts";

/** The locks of this process. A process that ended can have had the same number. */
const held = new Set<string>();

/** Maximum length of a lock file, in bytes. */
const MAX_LOCK = 100;

/** A lock file is empty until its process has written to it; after this time, in milliseconds, that process was killed. */
const MAX_EMPTY_MS = 10_000;

/**
 * Creates a lock file with the number of this process and the boot of the system. Returns `undefined` if a running process
 * has the lock. The lock of a process that was killed, also by the end of the system, is taken over.
 *
 * @param toForeignError the error for a foreign file in its place.
 * @throws {LocalError} not-ours: that file; a system error, reported for `shown`.
 */
export async function takeLock(
  path: string,
  shown: string,
  toForeignError: (path: string) => LocalError,
): Promise<AsyncDisposable | undefined> {
  const boot = await readBootId();
  for (let isRetry = false; ; isRetry = true) {
    try {
      const handle = await open(path, "wx", 0o600);
      held.add(path);
      try {
        await handle.writeFile(`${process.pid} ${boot}`);
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
    if (isRetry || held.has(path)) return undefined;
    const lock = await readLock(path, toForeignError);
    if (lock !== undefined && isHeld(lock, boot)) return undefined;
    if (lock !== undefined) await removeLock(path, lock);
  }
}

async function release(path: string): Promise<void> {
  held.delete(path);
  await unlink(path).catch(() => {});
}

interface Lock {
  readonly text: string;
  /** In milliseconds. */
  readonly age: number;
}

/** Reads a lock file; `undefined` if its process has removed it. */
async function readLock(
  path: string,
  toForeignError: (path: string) => LocalError,
): Promise<Lock | undefined> {
  const { openOwnFile } = await import("@anyurl/transport-node");
  const handle = await openOwnFile(path, constants.O_RDONLY).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "ENOENT") return "gone" as const;
    throw toLocalError(error, path);
  });
  if (handle === "gone") return undefined;
  if (handle === undefined) throw toForeignError(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LOCK), 0, MAX_LOCK, 0);
    const { mtimeMs } = await handle.stat();
    return { text: buffer.subarray(0, bytesRead).toString(), age: Date.now() - mtimeMs };
  } finally {
    await handle.close();
  }
}

/**
 * Removes the lock of a killed process, under another name first: if another process has done the same and has the lock
 * now, that lock goes back.
 */
async function removeLock(path: string, { text }: Lock): Promise<void> {
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const found = await readFile(aside, "utf8").catch(() => text);
  if (found !== text) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
}

function isHeld({ text, age }: Lock, boot: string): boolean {
  if (text === "") return age < MAX_EMPTY_MS;
  const [number, itsBoot = boot] = text.split(" ");
  return itsBoot === boot && isRunning(Number(number));
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

/** Returns what tells one boot of Linux from another: after a restart, other processes have the same numbers. */
async function readBootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "")).trim();
}
