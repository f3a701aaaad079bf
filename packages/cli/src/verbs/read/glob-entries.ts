import { join } from "node:path";
import process from "node:process";
import { escapeName, type TargetNames, type TreeEntry } from "@anyurl/client";
import type { Entry } from "anyurl";
import { exists } from "../../download/part-file.ts";
import type { Io } from "../../io.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import type { GetOptions } from "./get-options.ts";

/** The names that a server's files can have in a local directory. */
export const LOCAL_NAMES: TargetNames = {
  system: process.platform === "win32" ? "windows" : "posix",
  untrusted: true,
};

/** Converts the entries of one directory to tree entries. The directories in it are left out. */
export async function* toTreeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<TreeEntry, void, void> {
  for await (const entry of entries) {
    const each = { entry, path: [entry.name], localPath: undefined };
    if (entry.kind !== "directory") yield each;
    else yield { ...each, leftOut: true, unsafe: "it is a directory; use --recursive to download it" };
  }
}

/** Checks for existing files before the first download. @throws {LocalError} file-exists. */
export async function checkOverwriteFiles(
  found: readonly TreeEntry[],
  options: GetOptions,
  io: Io,
): Promise<void> {
  if (options.force === true) return;
  for (const { entry, leftOut } of found) {
    const name = options.names === "escape" ? escapeName(entry.name, LOCAL_NAMES) : entry.name;
    if (name === undefined || leftOut === true) continue;
    const file = join(options.output!, name);
    if (await exists(file)) await confirmExistingTarget(file, "something", options, io);
  }
}
