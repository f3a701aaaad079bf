import type { TreeCopyResult, TreeEntry } from "@anyurl/client";
import { UNRESERVED } from "@anyurl/core";
import { type CallOptions, displayText, encodeText, isAccessError, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type Opener, POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { reportTree, type TreeTarget, transferTree } from "../common/transfer-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { checkPresence, confirmExistingTarget } from "./overwrite.ts";
import { directoryUrl, type UrlOrFile } from "./url-or-file.ts";

/**
 * Copies the contents of a directory into another directory, which is created if needed. Entries that cannot be copied
 * are skipped and reported.
 *
 * @throws {UsageError} the source or the target is not a directory.
 */
export async function copyTree(from: UrlOrFile, to: UrlOrFile, options: CpOptions, io: Io): Promise<void> {
  const source = await directoryUrl(from);
  if (source === undefined)
    throw new UsageError(
      `${displayText(redact(from.url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const { url, file } = to;
  const shownTarget = file ?? redact(url.href);
  const target = (await directoryUrl(to)) ?? (file === undefined ? undefined : `${url.href}/`);
  if (target === undefined)
    throw new UsageError(
      `${displayText(redact(url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const done = await withClient(
    [from.url, url],
    options,
    io,
    async (opener, call) => {
      await makeTarget(target, shownTarget, options, io, opener, call);
      const found: TreeEntry[] = [];
      for await (const each of opener.walk(source, { ...call, ...walkOptions(options) })) found.push(each);
      return transferTree(found, createTreeTarget(target, opener, call), options, io, call);
    },
    POOLED_CONNECTIONS,
  );
  const entries = done.map(toJsonCopy);
  const json = { ok: true, url: redact(source), to: redact(target), entries };
  await reportTree(done, shownTarget, json, options, io);
}

function createTreeTarget(target: string, opener: Opener, call: CallOptions): TreeTarget {
  const join = (localPath: readonly string[]) =>
    target + localPath.map((name) => encodeText(name, UNRESERVED)).join("/");
  return {
    async makeDirectory(localPath) {
      const to = `${join(localPath)}/`;
      await opener.makeDirectory(to, call).catch((error: unknown) => {
        if (!isAccessError(error) || error.code !== "already-exists") throw error;
      });
      return to;
    },
    async copy({ entry }, localPath, each) {
      const to = join(localPath);
      return { to, octets: (await opener.copy(entry, to, each)).octets };
    },
    toJson: toJsonCopy,
  };
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
  if (options.force !== true) {
    const found = await checkPresence(async () => {
      for await (const _ of opener.list(target, call)) return true;
      return false;
    });
    if (found !== "nothing") await confirmExistingTarget(shown, found, options, io);
  }
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

function toJsonCopy(each: TreeCopyResult): object {
  const { did, entry, path } = each;
  const url = entry.url === undefined ? undefined : redact(entry.url);
  if (did === "skipped") return { did, url, path, why: each.why };
  return { did, url, path, to: redact(each.to), ...(did === "copied" && { octets: each.octets }) };
}
