import { constants } from "node:fs";
import { lstat, open, readFile, unlink } from "node:fs/promises";
import { type NativePath, systemErrorCode } from "./native.ts";
import { isOwnFile, openOwnFile } from "./own-file.ts";

/** The texts of the locks of this process. A process that ended can have had the same process number. */
const held = new Set<string>();

/** Maximum length of a lock file, in bytes. */
const MAX_LOCK = 100;

/** A lock file is empty until its process has written to it; after this time, in milliseconds, that process was killed. */
const MAX_EMPTY_MS = 10_000;

/**
 * Creates a lock file with the number of this process and the boot of the system. The lock of a process that was killed,
 * also by the end of the system, is taken over.
 *
 * @returns "locked": a running process has it. "foreign": a foreign file is in its place.
 */
export async function takeLock(path: NativePath): Promise<AsyncDisposable | "locked" | "foreign"> {
  const boot = await readBootId();
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await createLock(path, boot);
    } catch (error) {
      if (systemErrorCode(error) !== "EEXIST") throw error;
    }
    if (isRetry) return "locked";
    const lock = await readLock(path);
    if (lock === "foreign") return lock;
    if (lock === "gone") continue;
    if (isHeld(lock, boot) || !(await removeLock(path, lock))) return "locked";
  }
}

async function createLock(path: NativePath, boot: string): Promise<AsyncDisposable> {
  const handle = await open(path, "wx", 0o600);
  const text = `${process.pid} ${boot} ${crypto.randomUUID()}`;
  held.add(text);
  const release = async () => {
    await unlink(path).catch(() => {});
    held.delete(text);
  };
  try {
    await handle.writeFile(text);
  } catch (error) {
    await release();
    throw error;
  } finally {
    await handle.close();
  }
  return { [Symbol.asyncDispose]: release };
}

interface Lock {
  readonly text: string;
  /** In milliseconds. */
  readonly age: number;
}

/** Reads a lock file. "gone": its process has removed it. */
async function readLock(path: NativePath): Promise<Lock | "foreign" | "gone"> {
  const handle = await openOwnFile(path, constants.O_RDONLY).catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return "gone" as const;
    throw error;
  });
  if (handle === "gone") return handle;
  if (handle === undefined) return (await wasRemoved(path)) ? "gone" : "foreign";
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LOCK), 0, MAX_LOCK, 0);
    const { mtimeMs } = await handle.stat();
    return { text: buffer.subarray(0, bytesRead).toString(), age: Date.now() - mtimeMs };
  } finally {
    await handle.close();
  }
}

/**
 * A lock that was removed after it was opened has no name any more, so it does not look like a file of this user. The name
 * can be that of another lock by now.
 */
async function wasRemoved(path: NativePath): Promise<boolean> {
  return lstat(path).then(isOwnFile, (error) => systemErrorCode(error) === "ENOENT");
}

/**
 * Removes the lock of a killed process, if no other process does the same now. A second lock file sees to that: otherwise a
 * process could remove the lock with which another one has replaced it.
 */
async function removeLock(path: NativePath, { text }: Lock): Promise<boolean> {
  const guard = Buffer.concat([Buffer.from(path as string), Buffer.from(".takeover")]);
  try {
    await (await open(guard, "wx", 0o600)).close();
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    const { mtimeMs } = await lstat(guard).catch(() => ({ mtimeMs: Date.now() }));
    // Its process was killed as well.
    if (Date.now() - mtimeMs > MAX_EMPTY_MS) await unlink(guard).catch(() => {});
    return false;
  }
  try {
    const now = await readLock(path);
    if (typeof now === "object" && now.text === text) await unlink(path);
    return true;
  } finally {
    await unlink(guard).catch(() => {});
  }
}

function isHeld({ text, age }: Lock, boot: string): boolean {
  if (held.has(text)) return true;
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
    return systemErrorCode(error) === "EPERM";
  }
}

/** Returns what tells one boot of Linux from another: after a restart, other processes have the same numbers. */
async function readBootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "")).trim();
}
