import { constants, type Stats } from "node:fs";
import { access, type FileHandle, link, lstat, open, rename, unlink } from "node:fs/promises";
import { octetsOf, textOf } from "@anyurl/core";
import type { WriteMode } from "@anyurl/core/exchange";
import { isDirectory, specialTarget, symlinkInPathError } from "./file-errors.ts";
import { settleMode } from "./mode.ts";
import { SYSTEM, systemErrorCode } from "./native.ts";
import { openNode } from "./open-file.ts";
import type { Pinning } from "./pinned.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { writeSource } from "./write-source.ts";

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, W_OK } = constants;

/** The part's name has this many octets of the file's name at most: names have an end at 255. */
const MAX_NAME = 200;

/** Writes a file: whole or not at all, unless it is added to one that is there. */
export async function write(
  parent: PinnedDirectory,
  name: string,
  source: AsyncIterable<Uint8Array>,
  how: WriteMode,
  signal: AbortSignal,
  pinning: Pinning,
): Promise<void> {
  const existing = await lstat(parent.at(name)).catch((error) => {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (existing !== undefined) await judge(existing, parent, name, how);
  if (existing !== undefined && how === "append") return append(parent, name, source, signal, pinning);
  await writeWhole(parent, name, source, how === "replace" ? (existing ?? "replace") : "create", signal);
}

/** May this be written over, or to? */
async function judge(existing: Stats, parent: PinnedDirectory, name: string, how: WriteMode): Promise<void> {
  if (existing.isSymbolicLink()) throw symlinkInPathError();
  if (existing.isDirectory()) throw isDirectory();
  if (!existing.isFile()) throw specialTarget();
  if (how === "create") throw alreadyExistsError();
  // A rename asks for no right to the file itself; who has taken that right away has meant something by it.
  if (how === "replace") await access(parent.at(name), W_OK);
}

/** What the system says when it finds out itself. */
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
 * Writes to a part beside the file, which nobody else can read, and then gives it the file's name.
 *
 * @param over the facts of the file that goes; "replace": there was none, and whatever comes meanwhile goes.
 */
async function writeWhole(
  parent: PinnedDirectory,
  name: string,
  source: AsyncIterable<Uint8Array>,
  over: Stats | "replace" | "create",
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const part = partOf(name);
  const handle = await open(parent.at(part), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    try {
      await parent.check();
      await writeSource(source, handle, signal);
      await settleMode(handle, typeof over === "string" ? undefined : over);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await parent.check();
    signal.throwIfAborted();
    if (over === "create") await publish(parent, part, name);
    else await rename(parent.at(part), parent.at(name));
  } catch (error) {
    // A name that nobody else can have guessed, and that did not exist before.
    await unlink(parent.at(part)).catch(() => {});
    throw error;
  }
  await sync(parent);
}

/** `.NAME.RANDOM.part` */
function partOf(name: string): string {
  // Windows counts UTF-16; octets are never fewer.
  const start = SYSTEM === "windows" ? name.slice(0, MAX_NAME) : textOf(octetsOf(name).subarray(0, MAX_NAME));
  return `.${start}.${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex")}.part`;
}

/** Gives the part its name, unless something has that name. */
async function publish(parent: PinnedDirectory, part: string, name: string): Promise<void> {
  try {
    await link(parent.at(part), parent.at(name));
  } catch (error) {
    if (!NO_HARD_LINK_CODES.has(systemErrorCode(error))) throw error;
    await createPlaceholder(parent, name);
    await rename(parent.at(part), parent.at(name)).catch(async (failure) => {
      await unlink(parent.at(name)).catch(() => {});
      throw failure;
    });
    return;
  }
  await unlink(parent.at(part));
}

/** What a file system without second names says. */
export const NO_HARD_LINK_CODES: ReadonlySet<unknown> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
]);

/** Takes a name, with an empty file. */
export async function createPlaceholder(parent: PinnedDirectory, name: string): Promise<void> {
  const handle = await open(parent.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await handle.close();
}

/** The new name is on the disk as well, where a directory can be told to see to it. */
export async function sync(directory: PinnedDirectory): Promise<void> {
  if (SYSTEM === "windows") return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(directory.itself, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    await handle.sync();
  } catch {
    // A directory that may be written to and not read.
  } finally {
    await handle?.close();
  }
}
