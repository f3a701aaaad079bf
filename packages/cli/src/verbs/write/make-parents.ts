import { listAncestors } from "@anyurl/core/presentation";
import { isAccessError, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type OpenedClient, type OpenOptions, withClient } from "../../opener.ts";

/** Creates a directory and those above it that do not exist. */
export async function makeWithParents(url: Url, options: OpenOptions, io: Io): Promise<void> {
  await withClient({ urls: [url], options, io, isPooled: true }, async (client) => {
    // Usually only the last one is missing, or it exists.
    if (await makeOrFind(url, client).catch(ignoreMissing)) return;
    const [, ...parents] = listAncestors(url, io.urls.scheme(url.scheme));
    for (const parent of parents) await makeOrFind(io.urls.parse(parent), client).catch(ignoreMissing);
    await makeOrFind(url, client);
  });
}

/** Creates a directory. @throws {AccessError} that of the server, if there is no directory afterwards. */
async function makeOrFind(url: Url, client: OpenedClient): Promise<true> {
  try {
    await client.opener.makeDirectory(url, client.call);
  } catch (error) {
    if (!isAccessError(error) || !MAY_EXIST.has(error.code)) throw error;
    if (!(await isDirectory(url, client))) throw error;
  }
  return true;
}

/** Is there a directory? A server of HTTP tells it in a listing only. */
async function isDirectory(url: Url, { opener, call }: OpenedClient): Promise<boolean> {
  const found = await opener.stat(url, call).catch(() => undefined);
  if (found?.kind === "directory") return true;
  try {
    for await (const _ of opener.list(url, call)) break;
    return true;
  } catch {
    return false;
  }
}

/** What servers answer for a directory that exists. */
const MAY_EXIST: ReadonlySet<string> = new Set(["already-exists", "not-found", "permission-denied"]);

/** A parent that cannot be created may be one that the user cannot see; then the next one tells. */
function ignoreMissing(error: unknown): false {
  if (isAccessError(error) && MAY_EXIST.has(error.code)) return false;
  throw error;
}
