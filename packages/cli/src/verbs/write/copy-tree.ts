import { mkdir } from "node:fs/promises";
import type { TreeCopyResult } from "@anyurl/client";
import { type CallOptions, displayText, isAccessError, redact } from "anyurl";
import { toLocalError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type Opener, POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { copyTreeOptions, transferTree } from "../common/transfer-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { checkPresence, confirmExistingTarget } from "./overwrite.ts";
import { directoryPath, directoryUrl, type UrlOrFile } from "./url-or-file.ts";

/**
 * Copies the contents of a directory into another directory, which is created if needed. Entries that cannot be copied
 * are reported. Returns the exit status.
 *
 * @throws {UsageError} the source or the target is not a directory.
 */
export async function copyTree(from: UrlOrFile, to: UrlOrFile, options: CpOptions, io: Io): Promise<number> {
  const source = await directoryUrl(from);
  if (source === undefined)
    throw new UsageError(
      `${displayText(redact(from.url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const { url, file } = to;
  const shown = file ?? redact(url.href);
  const target = (await directoryUrl(to)) ?? (file === undefined ? undefined : `${url.href}/`);
  if (target === undefined)
    throw new UsageError(
      `${displayText(redact(url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const directories = [directoryPath(from), await createLocalTarget(to)].filter((path) => path !== undefined);
  return withClient(
    [from.url, url],
    options,
    io,
    async (opener, call) => {
      await makeTarget(target, shown, options, io, opener, call);
      const json = { ok: true, url: redact(source), to: redact(target) };
      return transferTree(
        (onProgress) =>
          opener.copyTree(source, target, {
            ...call,
            ...walkOptions(options),
            ...copyTreeOptions(options),
            onProgress,
          }),
        { shown, toJson, json },
        options,
        io,
      );
    },
    { ...POOLED_CONNECTIONS, directories },
  );
}

/** Creates a local target, and returns its path: a root of the policy must exist. */
async function createLocalTarget(to: UrlOrFile): Promise<string | undefined> {
  const path = directoryPath(to);
  if (path === undefined) return undefined;
  await mkdir(path).catch((error) => {
    if (error.code !== "EEXIST") throw toLocalError(error, displayText(path));
  });
  return path;
}

/** Creates the target directory. Asks before it writes into a directory that is not empty. */
async function makeTarget(
  target: string,
  shown: string,
  options: CpOptions,
  io: Io,
  opener: Opener,
  call: CallOptions,
): Promise<void> {
  let exists = false;
  const found = await checkPresence(async () => {
    for await (const _ of opener.list(target, call)) return true;
    exists = true;
    return false;
  });
  if (found !== "nothing" && options.force !== true) await confirmExistingTarget(shown, found, options, io);
  if (exists || found === "something") return;
  try {
    await opener.makeDirectory(target, call);
  } catch (error) {
    // The directory exists, or may not be created. In the second case the first file fails.
    if (!isAccessError(error) || !MAY_EXIST_CODES.has(error.code)) throw error;
  }
}

const MAY_EXIST_CODES: ReadonlySet<string> = new Set([
  ...["already-exists", "permission-denied", "unsupported", "is-a-directory"],
]);

function toJson(each: TreeCopyResult): object {
  const { did, entry, path } = each;
  const url = entry.url === undefined ? undefined : redact(entry.url);
  if (did === "skipped" || did === "failed") return { did, url, path, why: each.why };
  return { did, url, path, to: redact(each.to), ...(did === "copied" && { octets: each.octets }) };
}
