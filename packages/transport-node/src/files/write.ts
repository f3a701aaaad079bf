import { constants, type Stats } from "node:fs";
import { access } from "node:fs/promises";
import { shortenFileName, type WriteMode } from "@anyurl/core/exchange";
import { isDirectory, specialTarget, symlinkInPathError } from "./file-errors.ts";
import { NEW_FILE, settleMode } from "./mode.ts";
import { systemErrorCode } from "./native.ts";
import { openNode } from "./open-file.ts";
import type { Pinning } from "./pinned.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { writeSource } from "./write-source.ts";

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, W_OK } = constants;

/** A name to write to. */
export interface WriteTarget {
  readonly parent: PinnedDirectory;
  readonly name: string;
  /** What has the name; `undefined` if nothing has. */
  readonly existing: Stats | undefined;
}

/** Writes a file completely or not at all, unless it appends to an existing one. */
export async function write(
  { parent, name, existing }: WriteTarget,
  source: AsyncIterable<Uint8Array>,
  { how, modified }: { readonly how: WriteMode; readonly modified: Date | undefined },
  signal: AbortSignal,
  pinning: Pinning,
): Promise<void> {
  if (existing !== undefined) await checkTarget(existing, parent, name, how);
  if (existing !== undefined && how === "append") return append(parent, name, source, signal, pinning);
  const over = how === "replace" ? (existing ?? "replace") : "create";
  await writeWhole(parent, name, source, { over, modified }, signal);
}

/** Checks that the existing file may be replaced or appended to. */
export async function checkTarget(
  existing: Stats,
  parent: PinnedDirectory,
  name: string,
  how: WriteMode,
): Promise<void> {
  if (existing.isSymbolicLink()) throw symlinkInPathError();
  if (existing.isDirectory()) throw isDirectory();
  if (!existing.isFile()) throw specialTarget();
  if (how === "create") throw alreadyExistsError();
  // A rename needs no permission for the file itself, but a read-only file must not be replaced.
  if (how === "replace") await access(parent.at(name), W_OK);
}

/** Returns the error that the system would report. */
export function alreadyExistsError(): Error {
  return Object.assign(new Error("EEXIST: file already exists"), { code: "EEXIST" });
}

async function append(
  parent: PinnedDirectory,
  name: string,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  pinning: Pinning,
): Promise<void> {
  const { handle } = await openNode(parent, name, pinning, { flags: O_WRONLY | O_APPEND });
  try {
    await writeSource(source, handle, signal);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes to a temporary file beside the target, and then renames it. No user can read it who cannot read the target.
 *
 * @param over the metadata of the file to replace; "replace": it did not exist, but replace one that appears meanwhile.
 * @param modified its modification time. Default: now.
 */
async function writeWhole(
  parent: PinnedDirectory,
  name: string,
  source: AsyncIterable<Uint8Array>,
  { over, modified }: { readonly over: Stats | "replace" | "create"; readonly modified: Date | undefined },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const part = createPartName(name);
  const { calls } = parent;
  const isNew = typeof over === "string";
  // A new file has from the beginning the permissions that the system gives every new file.
  const mode = isNew ? NEW_FILE : 0o600;
  const handle = await calls.open(parent.at(part), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  try {
    try {
      await parent.check();
      await writeSource(source, handle, signal);
      if (modified !== undefined) await handle.utimes(modified, modified);
      if (!isNew) await settleMode(handle, over);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await parent.check();
    signal.throwIfAborted();
    if (over === "create") await publish(parent, part, name);
    else await calls.rename(parent.at(part), parent.at(name));
  } catch (error) {
    // Safe to remove: the name is random and did not exist before.
    await calls.unlink(parent.at(part)).catch(() => {});
    throw error;
  }
  await parent.sync();
}

/** `.NAME.RANDOM.part` */
function createPartName(name: string): string {
  // Node draws the bytes of many UUIDs at once: fresh random bytes would take a tenth of the time of a small file.
  const random = crypto.randomUUID().replaceAll("-", "").slice(-16);
  return `.${shortenFileName(name)}.${random}.part`;
}

/** Renames the temporary file, unless the target exists. */
export async function publish(parent: PinnedDirectory, part: string, name: string): Promise<void> {
  const { calls } = parent;
  try {
    await calls.link(parent.at(part), parent.at(name));
  } catch (error) {
    if (!NO_HARD_LINK_CODES.has(systemErrorCode(error))) throw error;
    await createPlaceholder(parent, name);
    await calls.rename(parent.at(part), parent.at(name)).catch(async (failure) => {
      await calls.unlink(parent.at(name)).catch(() => {});
      throw failure;
    });
    return;
  }
  await calls.unlink(parent.at(part));
}

/** Error codes of a file system without hard links. */
export const NO_HARD_LINK_CODES: ReadonlySet<unknown> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
]);

/** Reserves a name with an empty file. */
export async function createPlaceholder(parent: PinnedDirectory, name: string): Promise<void> {
  const handle = await parent.calls.open(parent.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await handle.close().catch(async (error) => {
    await parent.calls.unlink(parent.at(name)).catch(() => {});
    throw error;
  });
}
