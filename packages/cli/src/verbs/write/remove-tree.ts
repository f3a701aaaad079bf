import { listAncestors } from "@anyurl/core/presentation";
import { displayText, type Entry, isAccessError, redact, type Url } from "anyurl";
import { LocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type JsonAnswer, succeed } from "../../json.ts";
import { say } from "../../language.ts";
import { type OpenedClient, type OpenOptions, withClient } from "../../opener.ts";
import { confirm } from "../../terminal/confirm.ts";
import { logDone } from "./log-done.ts";

export interface RemoveOptions extends OpenOptions {
  /** Do not ask. */
  readonly yes?: boolean;
}

/** What a tree consists of: a directory comes before its contents. */
interface Found {
  readonly target: Url | Entry;
  readonly path: string;
}

/**
 * Removes a directory and everything in it, after the user has agreed. Nothing is removed if a part of it cannot be listed.
 *
 * @throws {LocalError} declined: the user did not agree, or there is no terminal; not-removed: a part is still there.
 */
export async function removeTree(url: Url, options: RemoveOptions, io: Io): Promise<JsonAnswer> {
  const shown = redact(url.href);
  return withClient({ urls: [url], options, io, isPooled: true }, async (client) => {
    const { opener, call } = client;
    const link = await findLink(url, client);
    if (link !== undefined) {
      await opener.remove(link, call);
      await logDone(`removed ${shown}`, options, io);
      return succeed({ url: shown, removed: 1 });
    }
    const found = await listTree(url, client);
    await askBeforeRemoval(shown, found.length, options, io);
    const all = [{ target: url, path: shown }, ...found];
    let kept = 0;
    for (const each of all.toReversed()) if (!(await removeOne(each, client))) kept++;
    if (kept > 0)
      throw new LocalError(
        "not-removed",
        displayText(`${shown}: cannot remove ${kept} of ${all.length} entries`),
      );
    return succeed({ url: shown, removed: all.length });
  });
}

/**
 * Returns the entry of a directory that is a link, as its parent lists it: the link is removed, and not what is in the
 * directory that it leads to. A parent that cannot be listed has none.
 */
export async function findLink(url: Url, { opener, call, io }: OpenedClient): Promise<Entry | undefined> {
  const { urls } = io;
  const parent = listAncestors(url, urls.scheme(url.scheme)).at(-1);
  if (parent === undefined) return undefined;
  // The URLs of entries have no password.
  const toComparable = (each: Url | string) => urls.normalize(each).replace(/\/+$/, "");
  const own = toComparable(url.with({ password: undefined }));
  try {
    for await (const entry of opener.list(urls.parse(parent), call)) {
      const isLink = entry.isLink === true || entry.kind === "link";
      if (isLink && entry.url !== undefined && toComparable(entry.url) === own) return entry;
    }
  } catch (error) {
    if (!isAccessError(error) || error.code === "aborted") throw error;
  }
  return undefined;
}

/** Returns false if the server does not remove it. */
async function removeOne(
  { target, path }: Found,
  { opener, call, options, io }: OpenedClient<RemoveOptions>,
): Promise<boolean> {
  io.signal.throwIfAborted();
  try {
    await opener.remove(target, call);
  } catch (error) {
    if (!isAccessError(error) || error.code === "aborted") throw error;
    await io.stderr.write(
      `anyurl: ${say("failed")} ${displayText(path)}: ${displayText(say(error.message))}\n`,
    );
    return false;
  }
  await logDone(`removed ${path}`, options, io);
  return true;
}

/**
 * Lists a tree as a whole, before anything is removed. A link is an entry, whatever it leads to.
 *
 * @throws {LocalError} not-removed: an entry has no URL, or belongs to another server.
 */
async function listTree(url: Url, { opener, call }: OpenedClient): Promise<readonly Found[]> {
  const found: Found[] = [];
  const filter = (path: readonly string[], entry: Entry): boolean => {
    if (entry.isLink !== true || entry.url === undefined) return true;
    found.push({ target: entry, path: path.join("/") });
    return false;
  };
  for await (const { entry, path, error, leftOut, unsafe } of opener.walk(url, { ...call, filter })) {
    if (error !== undefined) throw error;
    if (entry.url === undefined || leftOut === true)
      throw new LocalError(
        "not-removed",
        displayText(
          `cannot remove ${path.join("/")}: ${unsafe ?? entry.unsafe ?? "no URL"}; nothing was removed`,
        ),
      );
    found.push({ target: entry, path: path.join("/") });
  }
  return found;
}

async function askBeforeRemoval(shown: string, count: number, { yes }: RemoveOptions, io: Io): Promise<void> {
  if (yes === true) return;
  const question =
    count === 0 ? say("Remove the directory?") : say(`Remove the directory and ${count} entries in it?`);
  if (await confirm(`${displayText(shown)}: ${question}`, io)) return;
  io.signal.throwIfAborted();
  throw new LocalError(
    "declined",
    displayText(`${shown}: not confirmed; nothing was removed`),
    "add --yes to remove it without a question",
  );
}
