import { listAncestors } from "@anyurl/core/presentation";
import { type CallOptions, isAccessError, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type Opener, type OpenOptions, POOLED_CONNECTIONS, withClient } from "../../opener.ts";

/** Creates a directory and those above it that do not exist. */
export async function makeWithParents(url: Url, options: OpenOptions, io: Io): Promise<void> {
  await withClient(
    [url],
    options,
    io,
    async (opener, call) => {
      // Usually only the last one is missing, or it exists.
      if (await makeOrFind(url, opener, call).catch(ignoreMissing)) return;
      const [, ...parents] = listAncestors(url, io.urls.scheme(url.scheme));
      for (const parent of parents)
        await makeOrFind(io.urls.parse(parent), opener, call).catch(ignoreMissing);
      await makeOrFind(url, opener, call);
    },
    POOLED_CONNECTIONS,
  );
}

/** Creates a directory. @throws {AccessError} that of the server, if there is no directory afterwards. */
async function makeOrFind(url: Url, opener: Opener, call: CallOptions): Promise<true> {
  try {
    await opener.makeDirectory(url, call);
  } catch (error) {
    if (!isAccessError(error) || !MAY_EXIST.has(error.code)) throw error;
    if (!(await isDirectory(url, opener, call))) throw error;
  }
  return true;
}

/** Is there a directory? A server of HTTP tells it in a listing only. */
async function isDirectory(url: Url, opener: Opener, call: CallOptions): Promise<boolean> {
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
