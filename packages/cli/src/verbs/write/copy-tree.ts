import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { SyncResult } from "@anyurl/client";
import { type AccessError, schemeNotInstalledError } from "@anyurl/core";
import { displayText, isAccessError, redact } from "anyurl";
import { exists } from "../../download/part-file.ts";
import { toLocalError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type OpenedClient, walkOptions, withClient } from "../../opener.ts";
import { rejectOwnTarget } from "../common/own-target.ts";
import { copyTreeOptions, type TransferOptions, transferTree } from "../common/transfer-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { findJournal, openJournal } from "./journal-file.ts";
import { lockMbox } from "./lock-mbox.ts";
import { checkPresence, confirmExistingTarget } from "./overwrite.ts";
import type { SyncTreeOptions } from "./sync-options.ts";
import { createTreeFilter } from "./tree-filter.ts";
import { directoryPath, directoryUrl, parseUrlOrFile, type UrlOrFile } from "./url-or-file.ts";

/** The two directories of a copy, and how the target is called in messages. */
interface Directories {
  readonly source: string;
  readonly target: string;
  readonly shown: string;
  /** Links that lead out of these local directories are not followed. */
  readonly local: readonly string[];
}

/**
 * Copies the contents of a directory into another directory, which is created if needed. Entries that cannot be copied
 * are reported. Returns the exit status.
 *
 * @throws {UsageError} the source or the target is not a directory.
 */
export async function copyTree(from: UrlOrFile, to: UrlOrFile, options: CpOptions, io: Io): Promise<number> {
  const { source, target, shown, local } = await findDirectories(from, to, io, true, options.archive);
  await using _lock = await lockArchive(to, shown, options);
  // The lock is held until the copy has ended.
  const request = { urls: [from.url, to.url], options, io, isPooled: true, directories: local };
  return await withClient(request, async (client) => {
    const { opener, call } = client;
    // An archive is created if it is missing, and messages are only added.
    if (options.archive === undefined) await makeTarget(target, shown, client);
    const given = { ...call, ...walkOptions(options), ...copyTreeOptions(options) };
    const report = { shown, toJson, json: { url: redact(source), to: redact(target) } };
    return transferTree(
      (progress) => opener.copyTree(source, target, { ...given, ...progress }),
      report,
      options,
      io,
    );
  });
}

/**
 * Makes a directory like another one. Returns the exit status.
 *
 * @throws {UsageError} the source or the target is not a directory, or a pattern is not valid.
 */
export async function syncTree(
  text: string,
  other: string,
  options: SyncTreeOptions,
  io: Io,
): Promise<number> {
  const [from, to] = [parseUrlOrFile(text, io), parseUrlOrFile(other, io)];
  const { source, target, shown, local } = await findDirectories(
    from,
    to,
    io,
    options.dryRun !== true,
    options.archive,
  );
  await using _lock = await lockArchive(to, shown, options);
  const filter = createTreeFilter(options);
  const pair = { from: redact(source), to: redact(target) };
  const place = options.journal && findJournal(options.journal, pair, directoryPath(to), io.env);
  // A dry run creates nothing.
  const isUsed = place !== undefined && (options.dryRun !== true || (await exists(place)));
  await using journal = isUsed ? await openJournal(place, pair) : undefined;
  const request = { urls: [from.url, to.url], options, io, isPooled: true, directories: local };
  const status = await withClient(request, async ({ opener, call }) => {
    const given = {
      ...{ ...call, ...walkOptions(options), ...copyTreeOptions(options) },
      ...(filter !== undefined && { filter }),
      compare: options.checksum === true ? "content" : "time",
      delete: options.delete === true,
      dryRun: options.dryRun === true,
      ...(journal !== undefined && { journal }),
    } as const;
    const report = { shown, toJson, json: { url: pair.from, to: pair.to } };
    return transferTree(
      (progress) => opener.sync(source, target, { ...given, ...progress }),
      report,
      options,
      io,
    );
  });
  await journal?.flush();
  return status;
}

/** @param creates whether to create a local target. */
async function findDirectories(
  from: UrlOrFile,
  to: UrlOrFile,
  io: Pick<Io, "urls">,
  creates: boolean,
  archive: TransferOptions["archive"],
): Promise<Directories> {
  const source = (await directoryUrl(from)) ?? findOpaqueUrl(from, io);
  if (source === undefined) throw notDirectoryError(from, io);
  if (archive === "mbox") return findMbox(from, to, source);
  const target = (await directoryUrl(to)) ?? (to.file === undefined ? undefined : `${to.url.href}/`);
  if (target === undefined) throw notDirectoryError(to, io);
  await rejectOwnTarget(directoryPath(from), directoryPath(to));
  const local = [directoryPath(from), creates ? await createLocalTarget(to) : directoryPath(to)];
  return {
    source,
    target,
    shown: to.file ?? redact(to.url.href),
    local: local.filter((path) => path !== undefined),
  };
}

/** @throws {UsageError} the target is a directory. */
async function findMbox(from: UrlOrFile, to: UrlOrFile, source: string): Promise<Directories> {
  const shown = to.file ?? redact(to.url.href);
  if ((await directoryUrl(to)) !== undefined)
    throw new UsageError(`an mbox is a file, and ${displayText(shown)} is a directory`, "add a file name");
  const path = directoryPath(to);
  const local = [directoryPath(from), path && dirname(path)].filter((each) => each !== undefined);
  return { source, target: to.url.href, shown, local };
}

/** Locks a local mbox, so that two runs do not mix their messages. A Maildir needs no lock. */
async function lockArchive(
  to: UrlOrFile,
  shown: string,
  { archive }: TransferOptions,
): Promise<AsyncDisposable | undefined> {
  const path = archive === "mbox" ? directoryPath(to) : undefined;
  return path === undefined ? undefined : lockMbox(path, shown);
}

/** Returns the URL of a source such as a menu or a newsgroup, which does not end with "/". */
function findOpaqueUrl({ url, file }: UrlOrFile, { urls }: Pick<Io, "urls">): string | undefined {
  if (file !== undefined) return undefined;
  const { hierarchical = true, presentation } = urls.scheme(url.scheme) ?? {};
  return !hierarchical || presentation?.tree !== undefined ? url.href : undefined;
}

function notDirectoryError({ url }: UrlOrFile, { urls }: Pick<Io, "urls">): AccessError | UsageError {
  // Without its scheme, it is not known which URLs are lists.
  if (urls.scheme(url.scheme) === undefined) return schemeNotInstalledError(url.scheme);
  return new UsageError(
    `${displayText(redact(url.href))} is not a directory`,
    'add "/" to the end of the URL',
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
  { opener, call, options, io }: OpenedClient<CpOptions>,
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

function toJson(each: SyncResult): object {
  const { did, entry, path } = each;
  const url = entry.url === undefined ? undefined : redact(entry.url);
  if (did === "skipped" || did === "failed") return { did, url, path, why: each.why };
  return { did, url, path, to: redact(each.to), ...(did === "copied" && { octets: each.octets }) };
}
