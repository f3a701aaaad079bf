import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** Added to the name of an mbox. */
const LOCK = ".anyurl-lock";

/**
 * Locks a local mbox while messages are added to it. Only runs of this command respect the lock.
 *
 * @param shown the mbox in messages.
 * @throws {LocalError} locked: another run adds messages; not-ours; a system error.
 */
export async function lockMbox(path: string, shown: string): Promise<AsyncDisposable> {
  const name = displayText(shown);
  const lock = `${await resolveFile(path, name)}${LOCK}`;
  const { takeLock } = await import("@anyurl/transport-node");
  const taken = await takeLock(lock).catch((error) => {
    throw toLocalError(error, name);
  });
  if (typeof taken === "object") return taken;
  throw taken === "foreign"
    ? new LocalError("not-ours", `${displayText(lock)}: not a lock of anyurl`, "remove the file")
    : new LocalError(
        "locked",
        `${name}: another run adds messages to this mbox; its lock is ${displayText(lock)}`,
        "run the command again when the other run has ended",
      );
}

/** Returns the path without links, so that an mbox has one lock. */
async function resolveFile(path: string, shown: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const directory = await realpath(dirname(path)).catch((error) => {
      throw toLocalError(error, shown);
    });
    return join(directory, basename(path));
  }
}
