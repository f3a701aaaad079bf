import { join } from "node:path";
import { localNameProblem, type TreeEntry } from "@anyurl/client";
import type { Entry } from "anyurl";
import { exists } from "../../download/part-file.ts";
import type { Io } from "../../io.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import type { GetOptions } from "./get-options.ts";

/** Converts the entries of one directory to tree entries with safe local names. Directories get no local name. */
export async function* toTreeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<TreeEntry, void, void> {
  const names = new Set<string>();
  for await (const entry of entries) {
    const { name, kind } = entry;
    const key = name.normalize("NFC").toLowerCase();
    const unsafe =
      entry.unsafe ??
      localNameProblem(name) ??
      (kind === "directory" ? "it is a directory; use --recursive to download it" : undefined) ??
      (names.has(key) ? "another entry has this name on some systems" : undefined);
    names.add(key);
    yield {
      entry,
      path: [name],
      localPath: unsafe === undefined ? [name.normalize("NFC")] : undefined,
      ...(unsafe !== undefined && { unsafe }),
    };
  }
}

/** Checks for existing files before the first download. @throws {LocalError} file-exists. */
export async function checkOverwriteFiles(
  found: readonly TreeEntry[],
  options: GetOptions,
  io: Io,
): Promise<void> {
  if (options.force === true) return;
  for (const { localPath } of found) {
    if (localPath === undefined) continue;
    const file = join(options.output!, ...localPath);
    if (await exists(file)) await confirmExistingTarget(file, "something", options, io);
  }
}
